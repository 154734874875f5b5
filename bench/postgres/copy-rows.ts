import { thoughtWords } from "../../src/store/postgres/search/thought-words.ts";
import { thoughtText } from "../thoughts.ts";

/** The columns of the rows; the others of `clew.thought` are null. */
export const COLUMNS =
  "position, created_at, number, total, seq, next_needed, session_id, id, branch_id, parent_id, mode, source, content, words";

/** The thoughts of a block, whose sessions are interleaved. */
const blockSize = 100_000;
/** Every fifth block has sessions of 1,000 thoughts, the others have sessions of 100. */
const lengthOf = (block: number): number => (block % 5 === 0 ? 1_000 : 100);

/** The length of a thought: shorter than in other benchmarks, so that ten million are loaded in minutes. */
const contentLength = 300;

/** Positions of transactions with one thought each, and the transactions of the smallest bucket of `clew.recency_buckets`. */
const positionsApart = 4_096;
const smallestBucket = 8_192;

/** A session of the loaded store. */
export interface LoadedSession {
  readonly id: string;
  readonly length: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly project: string;
  readonly tag: string;
}

/** The sessions of a store with this many thoughts, in order of their start. */
export function* loadedSessions(thoughts: number): Generator<LoadedSession> {
  for (let block = 0; block * blockSize < thoughts; block += 1) {
    const length = lengthOf(block);
    const count = blockSize / length;
    for (let at = 0; at < count; at += 1)
      yield {
        id: sessionId(block, at),
        length,
        firstAt: timeOf(block * blockSize + at),
        lastAt: timeOf((block + 1) * blockSize - count + at),
        project: `project-${at % 100}`,
        tag: at % 2 === 0 ? "even" : "odd",
      };
  }
}

/** The rows in the binary format of COPY. Texts come from a small pool, each with its own number as a word. */
export function* copyChunks(thoughts: number): Generator<Buffer> {
  const pool = createPool();
  const header = Buffer.concat([Buffer.from("PGCOPY\n\xff\r\n\0", "latin1"), Buffer.alloc(8)]);
  yield header;
  let buffer = Buffer.allocUnsafe(chunkSize);
  let end = 0;
  let buckets: Buffer = Buffer.alloc(0);
  for (let index = 0; index < thoughts; index += 1) {
    if (index === 0 || (index + 1) % smallestBucket === 0) buckets = bucketsOf((index + 1) * positionsApart);
    end = writeRow(buffer, end, index, pool[(index * 7_919) % pool.length]!, buckets);
    if (end < chunkSize - longestRow) continue;
    yield buffer.subarray(0, end);
    buffer = Buffer.allocUnsafe(chunkSize);
    end = 0;
  }
  end = buffer.writeInt16BE(-1, end);
  yield buffer.subarray(0, end);
}

const chunkSize = 256 * 1024;
const longestRow = 4 * 1024;
const poolSize = 20_000;
const firstTime = Date.parse("2026-01-01T00:00:00Z");
/** 100 million a day are about one per millisecond. */
const timeOf = (index: number): number => firstTime + index;
const sessionId = (block: number, at: number): string => `case-${block}-${at}`;

interface PooledText {
  /** The text after the number. */
  readonly text: Buffer;
  readonly wordCount: number;
  readonly words: Buffer;
}

function createPool(): readonly PooledText[] {
  return Array.from({ length: poolSize }, (_, number) => {
    const text = thoughtText(number).slice(`Step ${number}`.length, contentLength);
    const words = thoughtWords({ content: `Step${text}`, source: "thoughtbox" });
    return { text: Buffer.from(text), wordCount: words.length, words: elements(words) };
  });
}

/** The recency buckets of a position, as `clew.recency_buckets` computes them. */
function bucketsOf(position: number): Buffer {
  const buckets = [25, 31, 37].map((bits, level) => `~${level}.${Math.floor(position / 2 ** bits)}`);
  return elements(buckets);
}

/** The elements of a text array, each after its length. */
function elements(texts: readonly string[]): Buffer {
  return Buffer.concat(
    texts.flatMap((text) => {
      const bytes = Buffer.from(text);
      const length = Buffer.alloc(4);
      length.writeInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}

const ID_PREFIX = "019b76da-a800-7000-8000-";
const TEXT_TYPE = 25;
const BUCKETS = 3;

function writeRow(buffer: Buffer, begin: number, index: number, pooled: PooledText, buckets: Buffer): number {
  const block = Math.floor(index / blockSize);
  const length = lengthOf(block);
  const sessions = blockSize / length;
  const seq = Math.floor((index % blockSize) / sessions) + 1;
  let at = buffer.writeInt16BE(14, begin);
  const text = (value: string): void => {
    buffer.writeInt32BE(value.length, at);
    at += 4 + buffer.write(value, at + 4, "latin1");
  };
  const bigint = (value: number): void => {
    buffer.writeInt32BE(8, at);
    buffer.writeInt32BE(Math.floor(value / 2 ** 32), at + 4);
    at = buffer.writeUInt32BE(value % 2 ** 32, at + 8);
  };
  bigint((index + 1) * positionsApart);
  bigint(timeOf(index));
  bigint(seq);
  bigint(length);
  buffer.writeInt32BE(4, at);
  at = buffer.writeInt32BE(seq, at + 4);
  buffer.writeInt32BE(1, at);
  at = buffer.writeInt8(seq < length ? 1 : 0, at + 4);
  text(sessionId(block, index % sessions));
  text(ID_PREFIX + `${index}`.padStart(12, "0"));
  text("");
  if (seq === 1) at = buffer.writeInt32BE(-1, at);
  else text(ID_PREFIX + `${index - sessions}`.padStart(12, "0"));
  text("chain");
  text("thoughtbox");
  const number = `${index}`;
  buffer.writeInt32BE(5 + number.length + pooled.text.length, at);
  at += 4 + buffer.write(`Step ${number}`, at + 4, "latin1");
  at += pooled.text.copy(buffer, at);
  buffer.writeInt32BE(20 + pooled.words.length + 4 + number.length + buckets.length, at);
  buffer.writeInt32BE(1, at + 4);
  buffer.writeInt32BE(0, at + 8);
  buffer.writeInt32BE(TEXT_TYPE, at + 12);
  buffer.writeInt32BE(pooled.wordCount + 1 + BUCKETS, at + 16);
  at = buffer.writeInt32BE(1, at + 20);
  at += pooled.words.copy(buffer, at);
  text(number);
  return at + buckets.copy(buffer, at);
}
