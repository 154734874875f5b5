// Every function that the boot program uses in the cell realm, captured before the first cell runs, because cells can
// replace all of them. They are called through `apply`, never as methods.

// Deno's Node layer reads this when it is first loaded; otherwise `process.argv0` would show where Deno is installed.
Deno[Deno.internal!]!.__nodeBootstrapArgs.argv0 = "deno";
const { default: inspector } = await import("node:inspector");
const { default: nodeModule } = await import("node:module");
export const { default: vm } = await import("node:vm");

export const apply = Reflect.apply as <Result>(
  called: (...args: never[]) => Result,
  self: unknown,
  args: ArrayLike<unknown>,
) => Result;
export const { ownKeys } = Reflect;
export const { defineProperty, getOwnPropertyDescriptor, keys: keysOf } = Object;
export const { parse, stringify } = JSON;
export const MainError = Error;
export const MainPromise = Promise;
export const MainRangeError = RangeError;
export const MainSyntaxError = SyntaxError;
export const MainTypeError = TypeError;
export const MainURL = URL;
export const Bytes = Uint8Array;
export const NONE: readonly never[] = [];
export const promiseThen = Promise.prototype.then;
export const hrefOf = getterOf<string>(URL.prototype, "href");
const typedArray = Object.getPrototypeOf(Uint8Array.prototype);
export const lengthOf = getterOf<number>(typedArray, "length");
export const bufferOf = getterOf<ArrayBuffer>(typedArray, "buffer");
export const kindOfArray = getterOf<string | undefined>(typedArray, Symbol.toStringTag);
export const { fromBase64 } = Uint8Array;
export const { toBase64 } = Uint8Array.prototype;
export const { isWellFormed, slice: stringSlice, startsWith: stringStartsWith } = String.prototype;
export const textOfError = Error.prototype.toString;
export const { get: recall, set: remember } = WeakMap.prototype;
export const functions = Function.prototype;
export const realCall = Function.prototype.call;
export const read = Deno.stdin.read.bind(Deno.stdin);
export const write = Deno.stdout.writeSync.bind(Deno.stdout);
export const exit = Deno.exit.bind(Deno);
export const encode = TextEncoder.prototype.encode.bind(new TextEncoder());
export const decode = TextDecoder.prototype.decode.bind(new TextDecoder());
export const { inspect, readFileSync, readTextFileSync, realPathSync, statSync } = Deno;
export const { compileFunction } = Deno[Deno.internal!]!.core;
export const { builtinModules, registerHooks, SourceMap, stripTypeScriptTypes } = nodeModule;
export const soon = setImmediate;
export const nativeBuiltin = process.getBuiltinModule as (name: string) => unknown;
export const { wait } = Atomics;
export const root = Deno.cwd();
export const bootUrl = import.meta.url;
export const DISPLAY: unique symbol = Symbol.for("Jupyter.display");

const session = new inspector.Session();
session.connect();
// The boot program evaluates cells through its session; cells cannot open one.
Deno.permissions.revokeSync({ name: "sys", kind: "inspector" });
export const post = session.post.bind(session) as (
  method: string,
  params: object,
  onAnswer?: (error: unknown, answer: never) => void,
) => void;

function getterOf<Value>(target: object, name: PropertyKey): () => Value {
  return Object.getOwnPropertyDescriptor(target, name)!.get!;
}
