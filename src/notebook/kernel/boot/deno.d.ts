// The few declarations of Deno that the boot program uses.

interface DenoStat {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly size: number;
  readonly mtime: Date | null;
}

interface DenoInternals {
  readonly __nodeBootstrapArgs: { argv0: string };
  readonly core: {
    /** Returns the function, or an error of V8 in the second element. */
    compileFunction(
      source: string,
      url: string,
      hostDefinedOptions: readonly unknown[],
      parameters: readonly string[],
    ): readonly [(...args: unknown[]) => unknown, { readonly thrown: unknown } | null];
  };
}

declare const Deno: {
  internal?: symbol;
  jupyter: unknown;
  readonly [internal: symbol]: DenoInternals;
  readonly stdin: { read(into: Uint8Array): Promise<number | null> };
  readonly stdout: { writeSync(bytes: Uint8Array): number };
  readonly permissions: { revokeSync(permission: { name: string; kind?: string }): unknown };
  cwd(): string;
  exit(code?: number): never;
  inspect(value: unknown): string;
  readFileSync(path: string): Uint8Array;
  readTextFileSync(path: string): string;
  realPathSync(path: string): string;
  statSync(path: string): DenoStat;
};

declare function addEventListener(
  kind: string,
  listener: (event: { preventDefault(): void; readonly reason?: unknown; readonly error?: unknown }) => void,
): void;

/** Object literals of the boot program have no prototype, so cells cannot add properties to them. */
interface PropertyDescriptor {
  __proto__?: null;
}

/** Source text of the isolated realm, set when the boot program is bundled. */
declare const ISOLATED_REALM: string;

/** Parameters of the function that the isolated realm is wrapped in. */
declare const host: import("./realms.ts").Host;
declare const builtinNames: string;
