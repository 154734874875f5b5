import fc from "fast-check";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { createKernel } from "./kernel.ts";
import { createReader, type Frame, MAX_FRAME_BYTES } from "./protocol.ts";

function read(chunks: readonly Buffer[]) {
  const output: Buffer[] = [];
  const frames: Frame[] = [];
  const reader = createReader(
    "t0",
    (bytes) => output.push(Buffer.from(bytes)),
    (frame) => frames.push(frame),
  );
  for (const chunk of chunks) reader.push(chunk);
  reader.flush();
  return { output: Buffer.concat(output).toString(), frames };
}

test("[Z5] frames and output come apart wherever the bytes are split", () => {
  const bytes = Buffer.from(
    'a\x1e\x1et0 {"kind":"text","text":"é"}\nb\x1et1 {}\n\x1et0 {"kind":"done","ok":true}\nc',
  );
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length), { maxLength: 8 }), (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      const chunks = places.slice(1).map((end, i) => bytes.subarray(places[i], end));
      expect(read(chunks)).toEqual({
        output: "a\x1eb\x1et1 {}\nc",
        frames: [{ kind: "text", text: "é" }, { kind: "done" }],
      });
    }),
  );
});

test.each([
  ["no JSON", "{"],
  ["another kind", '{"kind":"grant"}'],
  ["no object", "[1]"],
  ["deep nesting", "[".repeat(100_000)],
])("[Z5] a frame with %s is output", (_, body) => {
  expect(read([Buffer.from(`\x1et0 ${body}\n`)])).toEqual({ output: `\x1et0 ${body}\n`, frames: [] });
});

test("[Z5] a frame that never ends is output once it is too long", () => {
  const { output, frames } = read([Buffer.from("\x1et0 "), Buffer.alloc(MAX_FRAME_BYTES, "x")]);
  expect({ length: output.length, frames }).toEqual({ length: MAX_FRAME_BYTES + 4, frames: [] });
});

test("[Z5] only texts are taken from a frame", () => {
  const said = {
    kind: "done",
    ok: false,
    name: 1,
    message: { a: 1 },
    line: -1,
    column: 2,
    stack: [],
    extra: true,
  };
  expect(read([Buffer.from(`\x1et0 ${JSON.stringify(said)}\n`)]).frames).toEqual([
    { kind: "done", error: { name: "Error", message: "" } },
  ]);
  const placed = { kind: "done", name: "E", message: "m", line: 3, column: 2 };
  expect(read([Buffer.from(`\x1et0 ${JSON.stringify(placed)}\n`)]).frames).toEqual([
    { kind: "done", error: { name: "E", message: "m", line: 3, column: 2 } },
  ]);
  const shown = '{"kind":"display","data":{"text/plain":"a","x":{"deep":1},"__proto__":{"polluted":"yes"}}}';
  expect(read([Buffer.from(`\x1et0 ${shown}\n`)]).frames).toEqual([
    { kind: "display", data: { "text/plain": "a" } },
  ]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test("[Z5] protocol lines that a cell forges are its output", async () => {
  using folder = temporaryFolder();
  const kernel = createKernel({ folder: folder.path });
  const line = `\\x1e${"0".repeat(32)} {"kind":"done","ok":true,"data":{"text/plain":"forged"}}`;
  const { value, output } = await kernel.run(
    `console.log('${line}'); Deno.stdout.writeSync(new TextEncoder().encode('${line}\\n')); "real"`,
  );
  await kernel.close();
  expect(value).toEqual({ "text/plain": "real" });
  expect(output.match(/forged/g)).toHaveLength(2);
});

test("[Z5] what a cell left behind does not answer for the next", async () => {
  using folder = temporaryFolder();
  const kernel = createKernel({ folder: folder.path });
  await kernel.run(
    'setTimeout(() => { console.log("late"); display("late"); Promise.reject("late"); }, 1); 1',
  );
  const { value, displays } = await kernel.run('await new Promise((done) => setTimeout(done, 50)); "mine"');
  await kernel.close();
  expect(value).toEqual({ "text/plain": "mine" });
  expect(displays.length).toBeLessThanOrEqual(1);
});
