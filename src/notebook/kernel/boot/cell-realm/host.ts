import type { Host } from "../realms.ts";
import {
  apply,
  Bytes,
  bufferOf,
  DISPLAY,
  decode,
  defineProperty,
  encode,
  exit,
  fromBase64,
  functions,
  getOwnPropertyDescriptor,
  hrefOf,
  inspect,
  kindOfArray,
  lengthOf,
  MainError,
  MainSyntaxError,
  MainTypeError,
  MainURL,
  NONE,
  parse,
  post,
  promiseThen,
  read,
  readTextFileSync,
  realCall,
  realPathSync,
  recall,
  remember,
  root,
  SourceMap,
  soon,
  statSync,
  stringify,
  stripTypeScriptTypes,
  toBase64,
  write,
} from "./primordials.ts";

const STREAM = { __proto__: null, stream: true };
const chunk = new Uint8Array(64 * 1024);

// Values leave the inspector through this function, so that they are not turned into descriptions.
let taken: unknown;
const shared = globalThis as { __take?: (value: unknown) => void };
shared.__take = (value) => {
  taken = value;
};
const sink = await new Promise<string>((resolve) =>
  post(
    "Runtime.evaluate",
    { expression: "globalThis.__take" },
    (_, answer: { readonly result: { readonly objectId: string } }) => resolve(answer.result.objectId),
  ),
);
delete shared.__take;

let marker = "";
let secret = "";
let partNames = "";
let parts = noParts();
let partCount = 0;
let cellUrl = "";
let folderUrl = "";
const positions = new WeakMap<object, string>();

/** CommonJS modules by path. */
export const loadedModules = noModules();

export const host: Host = {
  __proto__: null,
  root,
  exit,
  inspect: (value) => `${inspect(value)}`,
  isBytes: (value) => apply(kindOfArray, value, NONE) === "Uint8Array",
  byteCount: (bytes) => apply(lengthOf, bytes, NONE),
  toBase64: (bytes) => apply(toBase64, bytes, NONE),
  readText: (path) => `${readTextFileSync(path)}`,
  realPath: (path) => `${realPathSync(path)}`,
  isFile: (path) => statSync(path).isFile === true,
  isDirectory: (path) => statSync(path).isDirectory === true,
  stampOf(path) {
    const { size, mtime } = statSync(path);
    return `${size} ${stringify(mtime)}`;
  },
  sizeOf: (path) => +statSync(path).size,
  hrefOf: (address, base) => apply(hrefOf, new MainURL(address, base), NONE),
  isError: (value) => value instanceof MainError,
  isSyntaxError: (value) => value instanceof MainSyntaxError,
  positionOf(error) {
    const position = recalled(error);
    return position === undefined ? undefined : `${position}`;
  },
  takeValue() {
    const value = taken;
    taken = undefined;
    return value;
  },
  nextText(onText) {
    // Without a constructor of its own, `then` consults no constructor that a cell may have changed.
    const count = readWithRealCall();
    defineProperty(count, "constructor", { __proto__: null, value: undefined });
    const onCount = (bytes: number | null) =>
      callBack(
        onText,
        bytes === null ? undefined : decode(new Bytes(apply(bufferOf, chunk, NONE), 0, bytes), STREAM),
      );
    apply(promiseThen, count, [onCount, () => callBack(onText, undefined)]);
  },
  begin(newSecret, run, url, folder) {
    if (newSecret !== undefined) secret = newSecret;
    marker = `\x1e${secret}.${run} `;
    cellUrl = url;
    folderUrl = folder;
  },
  end() {
    marker = "";
  },
  part(name, text) {
    const bytes = encode(text);
    const length = apply(lengthOf, bytes, NONE);
    partNames += `${partCount > 0 ? "," : ""}[${stringify(name)},${length}]`;
    parts[partCount] = bytes;
    partCount += 1;
    return length;
  },
  dropParts,
  send(head) {
    if (marker !== "") {
      writeAll(encode(`${marker}{${head},"parts":[${partNames}]}\n`));
      for (let i = 0; i < partCount; i += 1) writeAll(parts[i]!);
    }
    dropParts();
  },
  evaluate(expression, onAnswer) {
    const params = { __proto__: null, expression, replMode: true, awaitPromise: true };
    post("Runtime.evaluate", params, (error, answer) => callBack(onAnswer, error ?? undefined, answer));
  },
  take(objectId, unserializableValue, value, onTaken) {
    const argument =
      objectId !== undefined
        ? { __proto__: null, objectId }
        : unserializableValue !== undefined
          ? { __proto__: null, unserializableValue }
          : { __proto__: null, value };
    const params = {
      __proto__: null,
      objectId: sink,
      functionDeclaration: "function (value) { this(value); }",
      arguments: [argument],
    };
    post("Runtime.callFunctionOn", params, () => callBack(onTaken));
    if (objectId !== undefined) post("Runtime.releaseObject", { __proto__: null, objectId });
  },
  async settle(own, self, onValue, onError) {
    let value: unknown;
    try {
      value = await apply(own, self, NONE);
    } catch (error) {
      return callBack(onError, error);
    }
    callBack(onValue, value);
  },
  soon: (callback) => soon(() => callBack(callback)),
  stripTypes: (code) => `${stripTypeScriptTypes(code)}`,
  transformTypes: (code) =>
    `${stripTypeScriptTypes(code, { __proto__: null, mode: "transform", sourceMap: true, sourceUrl: "cell" } as object)}`,
  positionFinder(json) {
    const map = new SourceMap(parse(json));
    return (line, column) => {
      const { originalLine, originalColumn } = map.findEntry(line, column) as {
        readonly originalLine?: number;
        readonly originalColumn?: number;
      };
      return originalLine === undefined ? "" : `${originalLine} ${originalColumn}`;
    };
  },
  forget(path) {
    delete loadedModules[path];
  },
  typeError: (message) => new MainTypeError(message),
  fromBase64: (text) => decode(apply(fromBase64, Bytes, [text])),
  plain: Object.prototype,
  displaySymbol: DISPLAY,
};

/** What stack traces need to know about the running cell. */
export const runningCell = {
  __proto__: null,
  url: () => cellUrl,
  folderUrl: () => folderUrl,
  /** Notes where in the cell an error was created; the first position counts. */
  rememberPosition(error: object, position: string): void {
    if (recalled(error) === undefined) apply(remember, positions, [error, position]);
  },
};

function recalled(error: unknown): unknown {
  return apply(recall, positions, [error]);
}

function noParts(): Record<number, Uint8Array> {
  return { __proto__: null } as never;
}

function noModules(): Record<string, { exports: unknown }> {
  return { __proto__: null } as never;
}

function dropParts(): void {
  parts = noParts();
  partNames = "";
  partCount = 0;
}

/** Reads with the real `Function.prototype.call`, which Deno's own code uses and a cell may have replaced. */
function readWithRealCall(): Promise<number | null> {
  const own = getOwnPropertyDescriptor(functions, "call");
  if (own?.value === realCall) return read(chunk);
  setCall(realCall);
  try {
    return read(chunk);
  } finally {
    setCall(own?.value);
  }
}

function setCall(value: unknown): void {
  defineProperty(functions, "call", {
    __proto__: null,
    configurable: true,
    writable: true,
    enumerable: false,
    value,
  });
}

/** Calls into the isolated realm; an error of the engine there ends here. */
function callBack<Args extends readonly unknown[]>(callback: (...args: Args) => void, ...args: Args): void;
function callBack(callback: (a?: unknown, b?: unknown) => void, a?: unknown, b?: unknown): void {
  try {
    callback(a, b);
  } catch {
    // The run ends at its deadline.
  }
}

function writeAll(bytes: Uint8Array): void {
  const length = apply(lengthOf, bytes, NONE);
  const buffer = apply(bufferOf, bytes, NONE);
  for (let at = write(bytes); at < length; ) at += write(new Bytes(buffer, at));
}
