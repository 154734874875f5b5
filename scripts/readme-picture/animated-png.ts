import { crc32 } from "node:zlib";

/** A picture and how long it is shown. */
export interface Frame {
  readonly png: Buffer;
  readonly ms: number;
}

/** Joins pictures of one size into an animated PNG that repeats without end. */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const first = chunksOf(frames[0]!.png);
  const head = first.find(({ type }) => type === "IHDR")!.data;
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  let sequence = 0;
  const parts: Buffer[] = [SIGNATURE, chunk("IHDR", head), chunk("acTL", numbers(frames.length, 0))];
  for (const [index, { png, ms }] of frames.entries()) {
    const control = Buffer.alloc(26);
    for (const [at, value] of [sequence++, width, height, 0, 0].entries())
      control.writeUInt32BE(value, at * 4);
    control.writeUInt16BE(ms, 20);
    control.writeUInt16BE(1000, 22);
    parts.push(chunk("fcTL", control));
    for (const { type, data } of chunksOf(png))
      if (type === "IDAT")
        parts.push(
          index === 0 ? chunk("IDAT", data) : chunk("fdAT", Buffer.concat([numbers(sequence++), data])),
        );
  }
  return Buffer.concat([...parts, chunk("IEND", Buffer.alloc(0))]);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function numbers(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) buffer.writeUInt32BE(value, index * 4);
  return buffer;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([numbers(data.length), body, numbers(crc32(body))]);
}

function chunksOf(png: Buffer): readonly { readonly type: string; readonly data: Buffer }[] {
  const chunks = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString("latin1", at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += 12 + length;
  }
  return chunks;
}
