import type { EvidenceState } from "../evidence.ts";
import type { Facts } from "../facts/facts-of.ts";
import type { Note } from "../note.ts";
import { pace } from "../pace.ts";
import type { Session } from "../session.ts";
import type { Thought } from "../thought.ts";
import { type Sentence, sentencesOf, wordsOf } from "./prose.ts";

/** How much a finding matters. */
export type Level = "error" | "warning";

/** Something that a rule finds, before its rule and session are known. */
export interface Found {
  readonly thought: Thought;
  readonly message: string;
  /** `seq` of other thoughts that the finding is about. */
  readonly related?: readonly number[];
}

/** A rule of the linter: deterministic, and linear in the length of the session. */
export interface Rule {
  readonly id: string;
  readonly title: string;
  readonly level: Level;
  /** Why it matters, an example, and how to fix it: the reference page is generated from these. */
  readonly why: string;
  readonly example: string;
  readonly fix: string;
  /** Yields findings, and `undefined` at points where the event loop may continue. */
  find(context: LintContext): Iterable<Found | undefined>;
}

/** A note of a person, as far as the linter needs it. */
export type LintNote = Pick<Note, "id" | "text" | "state" | "on" | "at">;

/** The input of the linter: a session with its facts, notes and evidence. */
export interface LintInput {
  readonly session: Pick<Session, "id" | "title" | "status">;
  readonly thoughts: readonly Thought[];
  readonly facts: Facts;
  /** States of evidence, by `seq` of the thought. */
  readonly evidence?: ReadonlyMap<number, readonly { readonly ref: string; readonly state: EvidenceState }[]>;
  readonly notes?: readonly LintNote[];
}

/** The input, with values that several rules need computed once. */
export interface LintContext extends LintInput {
  readonly byId: ReadonlyMap<string, Thought>;
  /** The revisions of each thought, by its id. */
  readonly revisions: ReadonlyMap<string, readonly Thought[]>;
  /** The thoughts of each branch, in order; the main line is `""`. */
  readonly branches: ReadonlyMap<string, readonly Thought[]>;
  /** The words of the name of each branch. */
  readonly branchNames: readonly (readonly string[])[];
  sentences(thought: Thought): readonly Sentence[];
  /** Meaningful words of a sentence, in order. */
  wordsIn(sentence: Sentence): readonly string[];
  /** Meaningful words of a thought, each once. */
  words(thought: Thought): ReadonlySet<string>;
  /** The thoughts that a word occurs in. */
  thoughtsWith(word: string): readonly Thought[];
  /** In how many thoughts a word occurs. */
  frequency(word: string): number;
  /** The thought that another thought refers to by number. */
  named(number: number, by: Thought): Thought | undefined;
  /** Names of dropped branches, with the `seq` of the thought that drops each. */
  readonly dropped: ReadonlyMap<string, number>;
  /** The dropped branches that the words of a thought may name. */
  droppedIn(thought: Thought): Iterable<readonly [name: string, end: number]>;
  /** Branches whose end is stated somewhere. */
  readonly decided: ReadonlySet<string>;
}

/** Prepares a session for the rules. */
export async function createContext(input: LintInput, verdicts: BranchVerdicts): Promise<LintContext> {
  const { thoughts } = input;
  const sentences = new Map<Thought, readonly Sentence[]>();
  const sentenceWords = new WeakMap<Sentence, readonly string[]>();
  const words = new Map<Thought, ReadonlySet<string>>();
  const places = new Map<string, Thought[]>();
  for (const thought of thoughts) {
    const own = new Set(wordsOf(thought.content));
    words.set(thought, own);
    await pace();
    for (const word of own) {
      const others = places.get(word);
      if (others) others.push(thought);
      else places.set(word, [thought]);
    }
  }
  const byNumber = Map.groupBy(thoughts, ({ number }) => number);
  const branches = Map.groupBy(thoughts, ({ branchId = "" }) => branchId);
  const context: LintContext = {
    ...input,
    byId: new Map(thoughts.map((thought) => [thought.id, thought])),
    revisions: Map.groupBy(
      thoughts.filter(({ revisesId }) => revisesId !== undefined),
      ({ revisesId }) => revisesId!,
    ),
    branches,
    branchNames: [...branches.keys()]
      .map((name) => wordsOf(name.replace(/[-_/.]/g, " ")))
      .filter((parts) => parts.length > 0),
    sentences(thought) {
      let known = sentences.get(thought);
      if (!known) {
        known = sentencesOf(thought.content);
        sentences.set(thought, known);
      }
      return known;
    },
    wordsIn(sentence) {
      let known = sentenceWords.get(sentence);
      if (!known) {
        known = wordsOf(sentence.text);
        sentenceWords.set(sentence, known);
      }
      return known;
    },
    words: (thought) => words.get(thought)!,
    thoughtsWith: (word) => places.get(word) ?? [],
    frequency: (word) => places.get(word)?.length ?? 0,
    named(number, by) {
      const before = (byNumber.get(number) ?? []).filter(({ seq }) => seq < by.seq);
      return before.findLast(({ branchId }) => branchId === by.branchId) ?? before.at(-1);
    },
    dropped: new Map(),
    droppedIn: () => [],
    decided: new Set(),
  };
  const found = await verdicts(context);
  return { ...context, ...found, droppedIn: indexOf(found.dropped, context.words) };
}

/** Finds dropped branches by the first word of their names. */
function indexOf(
  dropped: ReadonlyMap<string, number>,
  words: LintContext["words"],
): LintContext["droppedIn"] {
  const byWord = Map.groupBy(dropped, ([name]) => wordsOf(name)[0] ?? "");
  return function* (thought) {
    if (dropped.size === 0) return;
    for (const word of words(thought)) yield* byWord.get(word) ?? [];
  };
}

/** Finds which branches have ended. */
export type BranchVerdicts = (context: LintContext) => Promise<Pick<LintContext, "dropped" | "decided">>;
