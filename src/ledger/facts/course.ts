import type { ReadThought } from "./candidate.ts";
import { type Features, pastShare } from "./features.ts";
import { shared } from "./words.ts";

/** How many thoughts before and after one are compared with it. */
const NEAR = 5;
const MOST_SHARED = 4;
/** How many different words are followed. */
const MOST_WORDS = 50_000;

/** What is known of a thought among the others of its session. */
export interface Course {
  readonly seq: number;
  readonly topic: ReadonlySet<string>;
  readonly length: number;
  readonly past: number;
  readonly specifics: number;
  /** The share of its words that an earlier thought has. */
  readonly seen: number;
  readonly beginsBranch: boolean;
  /** How many words it shares with the thought before, with one of the few before that, and with those that follow. */
  readonly before: number;
  readonly earlier: number;
  after: number;
  later: number;
}

/** Follows what a session speaks of: what is new, what is kept, and how its thoughts are usually written. */
export function followCourse() {
  const recent: Course[] = [];
  const lastUse = new Map<string, number>();
  const sum = { thoughts: 0, length: 0, past: 0, specifics: 0 };
  let branch: string | undefined;

  return {
    see({ thought, sentences }: ReadThought, topic: ReadonlySet<string>): Course {
      const { seq, branchId } = thought;
      const near = recent.map((one) => shared(topic, one.topic));
      let seen = 0;
      for (const word of topic) if (lastUse.has(word)) seen++;
      const own: Course = {
        seq,
        topic,
        length: Math.log(1 + sentences.reduce((words, { reading }) => words + reading.words, 0)),
        past: pastShare(sentences),
        specifics: sentences.reduce((found, { reading }) => found + reading.specifics, 0),
        seen: seen / Math.max(1, topic.size),
        beginsBranch: branchId !== undefined && branchId !== branch,
        before: Math.min(MOST_SHARED, near.at(-1) ?? 0),
        earlier: Math.min(MOST_SHARED, Math.max(0, ...near.slice(0, -1))),
        after: 0,
        later: 0,
      };
      for (const [index, one] of recent.entries()) {
        const count = Math.min(MOST_SHARED, near[index]!);
        if (index === recent.length - 1) one.after = count;
        else one.later = Math.max(one.later, count);
      }
      recent.push(own);
      if (recent.length > NEAR) recent.shift();
      if (lastUse.size < MOST_WORDS) for (const word of topic) lastUse.set(word, seq);
      branch = branchId;
      sum.thoughts++;
      sum.length += own.length;
      sum.past += own.past;
      sum.specifics += own.specifics;
      return own;
    },
    /** What the thoughts around one say about it; nothing if it is not known. */
    featuresOf(course: Course | undefined): Features {
      if (course === undefined) return new Map();
      const count = Math.max(1, sum.thoughts);
      let later = 0;
      for (const word of course.topic) if ((lastUse.get(word) ?? 0) > course.seq) later++;
      return new Map([
        ["longer than usual", course.length - sum.length / count],
        ["more past than usual", course.past - sum.past / count],
        ["more specific than usual", Math.max(-4, Math.min(4, course.specifics - sum.specifics / count))],
        ["seen before", course.seen],
        ["used later", later / Math.max(1, course.topic.size)],
        ["near before", course.before],
        ["near after", course.after],
        ["near earlier", course.earlier],
        ["near later", course.later],
        ["begins branch", course.beginsBranch ? 1 : 0],
      ]);
    },
  };
}
