import type { Thought } from "../thought.ts";
import type { Course } from "./course.ts";
import type { FactKind, FactOrigin } from "./fact.ts";
import type { Form } from "./grammar.ts";
import type { Reading } from "./reading.ts";
import type { Salience } from "./salience.ts";
import type { Sentence } from "./sentences.ts";
import type { Token } from "./tokens.ts";

/** A statement that may be a fact. */
export interface Candidate {
  /** `noted` is worth reading, but of no kind. */
  readonly kind: FactKind | "noted";
  readonly text: string;
  readonly reason?: string | undefined;
  readonly was?: string | undefined;
  readonly weight: number;
  /** How plainly its words say its kind. */
  readonly plain?: number;
  /** The session repeats most of it. */
  readonly isRoutine?: boolean;
  /** The kind that it most likely is, where the words of its sentence do not say so. */
  readonly likely?: FactKind | undefined;
  /** What its passage says for being a fact. */
  readonly salience?: Salience | undefined;
  /** Its thought among the others of the session. */
  readonly course?: Course | undefined;
  /** It is neither a question nor a hypothesis nor a quotation. */
  readonly mayState?: boolean;
  readonly origin: FactOrigin;
  readonly thoughtId: string;
  readonly seq: number;
  /** Its place among the sentences of its thought. */
  readonly at: number;
  readonly isItem?: boolean;
  readonly number: number;
  readonly branchId?: string | undefined;
  readonly topic: ReadonlySet<string>;
  /** Hashes of its runs of words, which routine sentences share. */
  readonly runs: readonly number[];
  readonly reasonRuns?: readonly number[] | undefined;
}

/** A sentence with its reading. */
export interface Read extends Sentence {
  readonly tokens: readonly Token[];
  readonly reading: Reading;
  readonly forms: readonly Form[];
  readonly topic: ReadonlySet<string>;
  readonly runs: readonly number[];
}

/** A thought with its sentences read. */
export interface ReadThought {
  readonly thought: Thought;
  readonly sentences: readonly Read[];
}
