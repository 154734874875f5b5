import { thoughtWords } from "../../src/store/postgres/search/thought-words.ts";
import { thoughtText } from "../thoughts.ts";

/** The columns of `clew.thought` that the rows have; the others are null. */
export const COLUMNS =
  "position, created_at, number, total, seq, next_needed, session_id, id, branch_id, parent_id, mode, source, content, words";

/** So many thoughts are written while the sessions of a block go on side by side. */
const blockSize = 100_000;
/** Of five blocks one has sessions of 1,000 thoughts, the others have ones of 100. */
const lengthOf = (block: number): number => (block % 5 === 0 ? 1_000 : 100);

/** The length of a content: shorter than elsewhere in the bench, so that ten million are loaded in minutes. */
const contentLength = 300;

/** Positions are those of transactions of one thought each; so many of them are the smallest age of `clew.ages`. */
const positionsApart = 4_096;
const smallestAge = 8_192;

/** A session of the loaded store. */
export interface LoadedSession {
  readonly id: string;
  readonly length: number;
  readonly firstAt: number;
  readonly lastAt: number;
  readonly project: string;
  readonly tag: string;
}

/** Every session of so many thoughts, in the order of their beginning. */
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

/** The rows of so many thoughts in the binary format of COPY. Texts come from a small stock; each has its own number as a word. */
export function* copyChunks(thoughts: number): Generator<Buffer> {
  const stock = makeStock();
  const header = Buffer.concat([Buffer.from("PGCOPY\n\xff\r\n\0", "latin1"), Buffer.alloc(8)]);
  yield header;
  let buffer = Buffer.allocUnsafe(chunkSize);
  let end = 0;
  let ages: Buffer = Buffer.alloc(0);
  for (let index = 0; index < thoughts; index += 1) {
    if (index === 0 || (index + 1) % smallestAge === 0) ages = agesOf((index + 1) * positionsApart);
    end = writeRow(buffer, end, index, stock[(index * 7_919) % stock.length]!, ages);
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
const stockSize = 20_000;
const firstTime = Date.parse("2026-01-01T00:00:00Z");
/** 100 million a day are about one in a millisecond. */
const timeOf = (index: number): number => firstTime + index;
const sessionId = (block: number, at: number): string => `case-${block}-${at}`;

interface Stocked {
  /** Behind the number. */
  readonly text: Buffer;
  readonly wordCount: number;
  readonly words: Buffer;
}

function makeStock(): readonly Stocked[] {
  return Array.from({ length: stockSize }, (_, number) => {
    const text = thoughtText(number).slice(`Step ${number}`.length, contentLength);
    const words = thoughtWords({ content: `Step${text}`, source: "thoughtbox" });
    return { text: Buffer.from(text), wordCount: words.length, words: elements(words) };
  });
}

/** The marks of an age, as `clew.ages` makes them. */
function agesOf(position: number): Buffer {
  const marks = [25, 31, 37].map((bits, level) => `~${level}.${Math.floor(position / 2 ** bits)}`);
  return elements(marks);
}

/** Elements of a text array, each behind its length. */
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
const AGES = 3;

function writeRow(buffer: Buffer, begin: number, index: number, stocked: Stocked, ages: Buffer): number {
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
  buffer.writeInt32BE(5 + number.length + stocked.text.length, at);
  at += 4 + buffer.write(`Step ${number}`, at + 4, "latin1");
  at += stocked.text.copy(buffer, at);
  buffer.writeInt32BE(20 + stocked.words.length + 4 + number.length + ages.length, at);
  buffer.writeInt32BE(1, at + 4);
  buffer.writeInt32BE(0, at + 8);
  buffer.writeInt32BE(TEXT_TYPE, at + 12);
  buffer.writeInt32BE(stocked.wordCount + 1 + AGES, at + 16);
  at = buffer.writeInt32BE(1, at + 20);
  at += stocked.words.copy(buffer, at);
  text(number);
  return at + ages.copy(buffer, at);
}
