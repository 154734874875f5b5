import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** What is kept between one authorization and the next; its members are the SDK's. */
export type OAuthState = Readonly<Record<string, unknown>>;

/** Where the credentials for one server are kept. */
export interface OAuthStore {
  load(): Promise<OAuthState>;
  save(state: OAuthState): Promise<void>;
}

/** Keeps credentials as long as the process. */
export function memoryOAuthStore(): OAuthStore {
  let kept: OAuthState = {};
  return {
    load: async () => kept,
    async save(state) {
      kept = state;
    },
  };
}

/** Keeps credentials in a file that only its owner may read; one that cannot be read counts as empty. */
export function fileOAuthStore(path: string): OAuthStore {
  return {
    async load() {
      try {
        const state: unknown = JSON.parse(await readFile(path, "utf8"));
        return typeof state === "object" && state !== null ? (state as OAuthState) : {};
      } catch {
        return {};
      }
    },
    async save(state) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const draft = `${path}.${randomUUID()}`;
      await writeFile(draft, JSON.stringify(state), { mode: 0o600 });
      await rename(draft, path);
    },
  };
}
