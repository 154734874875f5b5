import fc from "fast-check";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { createKernel } from "./kernel.ts";
import {
  createReader,
  type Frame,
  MAX_FRAME_BYTES,
  MAX_HEADER_BYTES,
  MOST_BAD_FRAMES,
  markerOf,
} from "./protocol.ts";

const MARK = "\x1et0.1 ";

function read(chunks: readonly Buffer[]) {
  const output: Buffer[] = [];
  const frames: Frame[] = [];
  const reader = createReader(
    markerOf("t0", 1),
    (bytes) => output.push(Buffer.from(bytes)),
    (frame) => frames.push(frame),
  );
  for (const chunk of chunks) reader.push(chunk);
  const { forged } = reader;
  reader.flush();
  return { output: Buffer.concat(output).toString(), frames, forged };
}

/** A frame as the boot program writes it. */
function frame(head: object, parts: Readonly<Record<string, string>> = {}): string {
  const lengths = Object.entries(parts).map(([name, text]) => [name, Buffer.byteLength(text)]);
  return `${MARK}${JSON.stringify({ ...head, parts: lengths })}\n${Object.values(parts).join("")}`;
}

test("[Z5] separates frames from output wherever the bytes are split", () => {
  const text = frame({ kind: "text" }, { text: `é\n${MARK}` });
  const bytes = Buffer.from(`a\x1e${text}b\x1et0.2 {}\n${frame({ kind: "done", ok: true })}c`);
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length), { maxLength: 8 }), (cuts) => {
      const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      const chunks = places.slice(1).map((end, i) => bytes.subarray(places[i], end));
      expect(read(chunks)).toEqual({
        output: "a\x1eb\x1et0.2 {}\nc",
        frames: [{ kind: "text", text: `é\n${MARK}` }, { kind: "done" }],
        forged: false,
      });
    }),
  );
});

test.each([
  ["no JSON", "{"],
  ["another kind", '{"kind":"grant"}'],
  ["no object", "[1]"],
  ["deep nesting", "[".repeat(30_000)],
  ["a part of negative length", '{"kind":"text","parts":[["text",-1]]}'],
  ["a part of a length that is no number", '{"kind":"text","parts":[["text","9"]]}'],
  ["a part without a name", '{"kind":"text","parts":[[1,1]]}'],
  ["parts that are too long", `{"kind":"text","parts":[["text",${MAX_FRAME_BYTES + 1}]]}`],
  ["too many parts", `{"kind":"display","parts":[${Array(30).fill('["a/b",0]').join()}]}`],
  ["a header that is too long", `{"kind":"text","x":"${"x".repeat(MAX_HEADER_BYTES)}"}`],
])("[Z5] a frame with %s is output", (_, body) => {
  expect(read([Buffer.from(`${MARK}${body}\n`)])).toEqual({
    output: `${MARK}${body}\n`,
    frames: [],
    forged: false,
  });
});

test("[Z5] an endless header is output once it is too long, and an endless body at the end", () => {
  const header = read([Buffer.from(MARK), Buffer.alloc(MAX_HEADER_BYTES + 1, "x"), Buffer.from("y")]);
  expect({ length: header.output.length, frames: header.frames }).toEqual({
    length: MARK.length + MAX_HEADER_BYTES + 2,
    frames: [],
  });
  const body = read([Buffer.from(`${MARK}{"kind":"text","parts":[["text",9]]}\nabc`)]);
  expect(body).toMatchObject({ output: "abc", frames: [] });
});

test("[Z14] more than a few bad frames count as forged", () => {
  const bad = Buffer.from(`${MARK}{\n`);
  expect(read(Array(MOST_BAD_FRAMES).fill(bad)).forged).toBe(false);
  expect(read(Array(MOST_BAD_FRAMES + 1).fill(bad)).forged).toBe(true);
});

test.each([
  ["bad frames", () => Buffer.from(`${MARK}\n`.repeat(1_000_000)), 65_536],
  ["markers without an end", () => Buffer.from(MARK.repeat(1_000_000)), 65_536],
  ["bytes that may begin a marker", () => Buffer.alloc(8e6, "\x1e"), 65_536],
  ["beginnings of markers in tiny pieces", () => Buffer.from("\x1et0.1".repeat(40_000)), 1],
  ["empty displays", () => Buffer.from(frame({ kind: "display" }).repeat(150_000)), 65_536],
  [
    "one large frame in tiny pieces",
    () => Buffer.from(frame({ kind: "text" }, { text: "x".repeat(400_000) })),
    1,
  ],
])("[Z14] reading %s takes linear time", (_, make, size) => {
  const bytes = make();
  const half = bytes.subarray(0, bytes.length / 2);
  const took = (data: Buffer) => {
    const reader = createReader(
      MARK,
      () => {},
      () => {},
    );
    const started = process.cpuUsage().user;
    for (let at = 0; at < data.length; at += size) reader.push(data.subarray(at, at + size));
    return process.cpuUsage().user - started;
  };
  took(half);
  // In processor time, because the machine may be busy; a quadratic reader needs minutes for these.
  expect(took(bytes) / 1_000).toBeLessThan(4_000);
});

test("[Z5] accepts only text with media types from a frame", () => {
  const said = frame({ kind: "done", ok: false, name: 1, line: -1, column: 2, extra: true });
  expect(read([Buffer.from(said)]).frames).toEqual([{ kind: "done", error: { name: "Error", message: "" } }]);
  const placed = frame({ kind: "done", line: 3, column: 2 }, { name: "E", message: "m" });
  expect(read([Buffer.from(placed)]).frames).toEqual([
    { kind: "done", error: { name: "E", message: "m", line: 3, column: 2 } },
  ]);
  const names = [
    "text/plain",
    "__proto__",
    "constructor",
    "<script>/x",
    'a/b" onload="x',
    "a/b\nc",
    "x/y; charset=utf-8",
  ];
  const [shown] = read([
    Buffer.from(frame({ kind: "display" }, Object.fromEntries(names.map((n) => [n, "a"])))),
  ]).frames;
  expect(shown).toEqual({ kind: "display", data: { "text/plain": "a", "x/y; charset=utf-8": "a" } });
  expect(({} as Record<string, unknown>).a).toBeUndefined();
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

test("[Z5] what a cell left behind does not answer the next run", async () => {
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
