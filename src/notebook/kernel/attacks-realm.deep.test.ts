import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { useGround } from "../../../test/support/attack-setup.ts";

const ground = useGround({ limits: { memoryMb: 256 } });

/** Finds every object that is reachable from the globals, with its path, and keeps the functions it needs itself. */
const SURVEY = `
globalThis.keep = { ownKeys: Reflect.ownKeys, describe: Object.getOwnPropertyDescriptor, define: Object.defineProperty,
  apply: Reflect.apply, construct: Reflect.construct, proto: Object.getPrototypeOf, push: Array.prototype.push,
  test: RegExp.prototype.test, exec: RegExp.prototype.exec, Function, String, write: Deno.writeTextFileSync, stringify: JSON.stringify, decode: TextDecoder.prototype.decode, decoder: new TextDecoder("latin1") };
globalThis.places = [];
{
  const seen = new Set([globalThis.keep, globalThis.places]);
  const visit = (object, path) => {
    if (seen.has(object) || path.split(".").length > 4) return;
    seen.add(object);
    for (const key of Reflect.ownKeys(object)) {
      const { value, writable, configurable, get } = Object.getOwnPropertyDescriptor(object, key);
      const name = path + "." + String(key);
      if (typeof value === "function" && (writable || configurable)) places.push({ object, key, name });
      else if (get && configurable) places.push({ object, key, name, isGetter: true });
      if ((typeof value === "object" || typeof value === "function") && value !== null) visit(value, name);
    }
    const parent = Object.getPrototypeOf(object);
    if (parent) visit(parent, path + ".(prototype)");
  };
  visit(globalThis, "globalThis");
  for (const value of [[][Symbol.iterator](), new Map().keys(), new Set().keys(), "".matchAll(/x/g), ""[Symbol.iterator](), (async () => {})(), function* () {}, async function* () {}, (function* () {})(), (async function* () {})(), Uint8Array.prototype, Deno.stdout, Deno.stdin, new Error(), new inspectable()]) visit(value, "value");
}
function inspectable() {}
places.length`;

/** Wraps every function in a spy that calls it, records texts and bytes, and looks for objects of another realm. */
const SPY = `
{
  const { ownKeys, describe, define, apply, construct, proto, Function, decode, decoder } = keep;
  globalThis.noted = { __proto__: null };
  globalThis.foreign = { __proto__: null };
  let count = 0;
  let busy = false;
  const HEX = /[0-9a-f]{32}/;
  const note = (value, name) => {
    if (typeof value === "string") {
      if (value.length < 1e5 && apply(keep.exec, HEX, [value])) noted[count++] = name + ": " + value;
    } else if (typeof value === "function" || (typeof value === "object" && value !== null)) {
      try {
        const bytes = apply(decode, decoder, [value]);
        if (apply(keep.exec, HEX, [bytes])) noted[count++] = name + ": " + bytes;
      } catch {}
      let chain = value;
      for (let i = 0; i < 20 && chain !== null; i++) { const next = proto(chain); if (next === null) break; chain = next; }
      // Every prototype chain of this realm ends in its Object.prototype or in an object without a prototype.
      if (chain !== value && chain !== Object.prototype && describe(chain, "hasOwnProperty")) foreign[name] = true;
    }
  };
  for (let i = 0; i < places.length; i++) {
    const { object, key, name, isGetter } = places[i];
    const was = describe(object, key);
    if (!was || (isGetter ? !was.get : typeof was.value !== "function")) continue;
    const real = isGetter ? was.get : was.value;
    const spy = function (...args) {
      if (!busy) {
        busy = true;
        try { note(this, name); for (let j = 0; j < args.length; j++) note(args[j], name); } finally { busy = false; }
      }
      return new.target ? construct(real, args, new.target === spy ? real : new.target) : apply(real, this, args);
    };
    try {
      if (!isGetter) { define(spy, "prototype", { value: real.prototype, writable: true }); }
      define(object, key, isGetter ? { ...was, get: spy } : { ...was, value: spy });
    } catch {}
  }
}
1`;

test("[Z16] a cell that spies on every function and getter of its realm sees no secret of the boot program", async () => {
  const { kernel } = ground;
  const survey = await kernel.run(SURVEY, { filename: "survey.js" });
  expect(survey.error).toBeUndefined();
  expect(Number(survey.value?.["text/plain"])).toBeGreaterThan(1_500);
  const spy = await kernel.run(SPY, { filename: "spy.js" });
  expect(spy).toMatchObject({ status: "completed", value: { "text/plain": "1" } });
  // Values, displays, output, errors, imports and late rejections all pass the spies.
  for (const code of [
    "({ a: 1 })",
    "await display([{ a: 1 }, { a: 2 }]); console.log('printed')",
    'throw new Error("thrown")',
    'import { join } from "node:path"; join("a", "b")',
    'require("node:util").inspect(1)',
    "const typed: number = 1; enum E { A }; E.A + typed",
    "Promise.reject(new Error('late')); 1",
  ]) {
    const { status, fresh } = await kernel.run(code, { filename: "next.ts", timeoutMs: 20_000 });
    expect(["completed", "failed"]).toContain(status);
    expect(fresh).toBe(false);
  }
  await kernel.run(
    'keep.write("noted.json", keep.stringify([keep.ownKeys(noted).map((key) => noted[key]), keep.ownKeys(foreign)]))',
  );
  const [noted, foreign] = JSON.parse(readFileSync(join(ground.folder, "noted.json"), "utf8"));
  expect(noted).toEqual([]);
  expect(foreign).toEqual([]);
});

test("[Z16] cells run even if any one function of their realm is broken", {
  timeout: 300_000,
}, async () => {
  const { kernel } = ground;
  const { value } = await kernel.run(SURVEY, { filename: "survey.js" });
  const count = Number(value?.["text/plain"]);
  const broken: string[] = [];
  for (let i = 0; i < count; i++) {
    const swap = `{ const { object, key } = places[${i}]; globalThis.was = keep.describe(object, key);
      const nothing = function () { throw 0; };
      try { keep.define(object, key, was.get ? { ...was, get: nothing } : { ...was, value: nothing }); } catch {} }`;
    await kernel.run(swap, { filename: "swap.js", timeoutMs: 10_000 });
    const next = await kernel.run("40 + 2", { filename: "next.js", timeoutMs: 10_000 });
    const back = await kernel.run(
      `{ const { object, key } = places[${i}]; try { keep.define(object, key, was); } catch {} } places[${i}].name`,
      { filename: "back.js", timeoutMs: 10_000 },
    );
    if (next.value?.["text/plain"] !== "42" || back.fresh)
      broken.push(back.value?.["text/plain"] ?? String(i));
    if (back.fresh) await kernel.run(SURVEY, { filename: "survey.js" });
  }
  expect(broken).toEqual([]);
});
