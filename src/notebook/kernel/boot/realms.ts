import type { Request } from "../protocol.ts";

/** Text by media type, or by the name of a part of an error; an object without a prototype. */
export type Bundle = Record<string, string>;

/** A cell's value behind a record without a prototype, so that no promise adopts it. */
export interface Boxed {
  __proto__: null;
  value?: unknown;
}

/** The inspector's description of a value. */
export interface RemoteObject {
  readonly type: string;
  readonly objectId?: string;
  readonly unserializableValue?: string;
  readonly value?: unknown;
  readonly description?: string;
}

/** A position as the inspector counts it, from 0. */
export interface InspectorPosition {
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** Why the inspector refused a script, or what the script threw. */
export interface ExceptionDetails extends InspectorPosition {
  readonly exception?: RemoteObject;
  readonly stackTrace?: { readonly callFrames: readonly (InspectorPosition & { readonly url: string })[] };
}

/** The inspector's answer to `Runtime.evaluate`. */
export interface Evaluation {
  readonly result: RemoteObject;
  readonly exceptionDetails?: ExceptionDetails;
}

/** Any function of a cell. */
export type CellFunction = (...args: never[]) => unknown;

/**
 * Functions of the cell realm that the isolated realm calls. They take and return primitives, and cell values that the
 * isolated realm does not keep.
 */
export interface Host {
  readonly __proto__: null;
  /** The notebook's folder. */
  readonly root: string;
  exit(code: number): never;
  inspect(value: unknown): string;
  isBytes(value: unknown): boolean;
  byteCount(bytes: unknown): number;
  toBase64(bytes: unknown): string;
  readText(path: string): string;
  realPath(path: string): string;
  isFile(path: string): boolean;
  isDirectory(path: string): boolean;
  /** Size and modification time. */
  stampOf(path: string): string;
  sizeOf(path: string): number;
  hrefOf(address: string, base: string | undefined): string;
  isError(value: unknown): boolean;
  isSyntaxError(value: unknown): boolean;
  /** `line:column` in the cell where an error was created. */
  positionOf(error: unknown): string | undefined;
  /** Returns the value that `take` fetched, once. */
  takeValue(): unknown;
  nextText(onText: (text: string | undefined) => void): void;
  begin(secret: Request["secret"], run: number, cellUrl: string, folderUrl: string): void;
  end(): void;
  /** Adds a part to the next frame; returns its size in bytes. */
  part(name: string, text: string): number;
  dropParts(): void;
  /** Writes the frame with the parts added so far. */
  send(head: string): void;
  evaluate(expression: string, onAnswer: (error: unknown, answer: Evaluation) => void): void;
  take(
    objectId: string | undefined,
    unserializableValue: string | undefined,
    value: unknown,
    onTaken: () => void,
  ): void;
  /** Calls a cell's function and awaits its result without exposing a promise of the isolated realm to it. */
  settle(
    own: CellFunction,
    self: unknown,
    onValue: (value: unknown) => void,
    onError: (error: unknown) => void,
  ): void;
  soon(callback: () => void): void;
  stripTypes(code: string): string;
  /** JavaScript with an inline source map, for TypeScript that cannot be erased in place. */
  transformTypes(code: string): string;
  /** Maps a position through a source map to `line column`, or to "" when it has none. */
  positionFinder(json: string): (line: number, column: number) => string;
  /** Drops a CommonJS module, so that it runs again when it is next required. */
  forget(path: string): void;
  typeError(message: string): unknown;
  fromBase64(text: string): string;
  /** `Object.prototype` of the cell realm. */
  readonly plain: object;
  readonly displaySymbol: symbol;
}

/** The answer to a call into the isolated realm. Exactly one of the members is set. */
export interface Answer<Value> {
  readonly __proto__: null;
  readonly value?: Value;
  /** A message for the cell. */
  readonly refusal?: string;
  /** Something that a cell threw. */
  readonly thrown?: Boxed;
}

type Question<Args extends readonly unknown[], Value> = (...args: Args) => Answer<Value>;

/** Callbacks of the `display` call. */
export interface Settlement {
  readonly __proto__: null;
  resolve(): void;
  reject(error: unknown): void;
}

/** Functions of the isolated realm that the cell realm calls, most of them through `ask`. */
export interface IsolatedRealm {
  readonly __proto__: null;
  start(): void;
  uncaught(error: unknown): void;
  readonly display: Question<[value: unknown, isRaw: boolean, settlement: Settlement], void>;
  readonly imageType: Question<[bytes: unknown], string | undefined>;
  readonly imageText: Question<[bytes: unknown], string>;
  readonly isBuiltin: Question<[name: string], boolean>;
  readonly allowedBuiltin: Question<[specifier: string], string>;
  readonly allowedBuiltins: Question<[], string>;
  readonly resolve: Question<[specifier: string, parentUrl: string], string>;
  readonly resolveRequire: Question<[from: string, specifier: string], string>;
  readonly commonJsPath: Question<[url: string], string | undefined>;
  readonly commonJsSource: Question<[path: string], string>;
  readonly isModuleSyntax: Question<[error: unknown], boolean>;
  readonly isJson: Question<[path: string], boolean>;
  readonly pathFrom: Question<[from: string], string>;
  readonly dirname: Question<[path: string], string>;
  readonly urlOf: Question<[path: string], string>;
}
