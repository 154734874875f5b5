import type { Candidate, Read } from "./candidate.ts";

/** How many open questions are followed, the newest. */
const FOLLOWED = 400;
/** Within so many thoughts one shared word can be enough. */
const NEAR = 20;
const KEY = 5;
/** How many different words are counted. */
const MOST_WORDS = 50_000;

/** How an answer announces itself. */
const ANSWERS =
  /\b(?:(?:came|comes|come|wrote|rang|called|got|gets) back|repl(?:y|ies|ied)|answer(?:ed|s)?|settled|settles|clarified|confirm(?:s|ed)|turns? out|turned out|after all|proved? to be|proves to be|it is (?:they|he|she|we) who|that(?:'s| is) (?:who|what|why|how|where|when)|the (?:old |first |open )?question|mystery|riddle|so it(?:'s| is| was)|thus|thereby|remembered|in the end|there it is)\b|^(?:About|On|As for|As to|Regarding|Concerning|Re:?|With regard to) /i;
/** How much a shared word counts that the session uses in so many thoughts. */
const RARE = 5;
const USUAL = 12;
/** What an announced answer must share with its question; words of the thought around the question count half. */
const LEAST_SHARED = 1.5;

/** The beginnings of words, so that "insured" answers what was asked about "insurance". */
function keysOf(topic: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...topic].map((word) => word.slice(0, KEY)));
}

/** Follows the questions of a session until something answers them. */
export function followQuestions() {
  const open = new Map<Candidate, number>();
  /** Questions by the words they are about. */
  const about = new Map<string, Set<Candidate>>();
  const answered = new Set<Candidate>();
  /** In how many thoughts the beginning of a word occurs. */
  const uses = new Map<string, number>();
  /** The words of the thought around a question. */
  const context = new Map<Candidate, ReadonlySet<string>>();

  function worthOf(key: string): number {
    const count = uses.get(key) ?? 0;
    return count <= RARE ? 1 : count <= USUAL ? 0.6 : 0.3;
  }

  function remove(question: Candidate): void {
    open.delete(question);
    context.delete(question);
    for (const key of keysOf(question.topic)) {
      const asked = about.get(key);
      asked?.delete(question);
      if (asked?.size === 0) about.delete(key);
    }
  }

  return {
    /** Counts the words of a thought. */
    see(words: ReadonlySet<string>): void {
      if (uses.size < MOST_WORDS) for (const key of keysOf(words)) uses.set(key, (uses.get(key) ?? 0) + 1);
    },
    ask(question: Candidate, around: ReadonlySet<string>): void {
      open.set(question, question.topic.size);
      context.set(question, keysOf(around));
      for (const word of keysOf(question.topic)) {
        const same = about.get(word);
        if (same) same.add(question);
        else about.set(word, new Set([question]));
      }
      if (open.size > FOLLOWED) remove(open.keys().next().value!);
    },
    /** Closes the question that a statement of a later thought answers; returns whether there is one. */
    answer({ topic, reading }: Read, seq: number): boolean {
      const { acts, isQuestion, isHypothetical } = reading;
      if (isQuestion || isHypothetical || acts.doubt >= 2 || open.size === 0) return false;
      const hits = new Map<Candidate, number>();
      const seen: string[] = [];
      for (const word of topic) {
        const key = word.slice(0, KEY);
        const asked = about.get(key);
        if (asked === undefined || seen.includes(key)) continue;
        seen.push(key);
        for (const question of asked)
          if (question.seq < seq) hits.set(question, (hits.get(question) ?? 0) + 1);
      }
      let best: Candidate | undefined;
      let most = 0;
      for (const [question, count] of hits) {
        const share = count / Math.max(2, Math.min(question.topic.size, 6));
        const sure = share + 0.12 * acts.answer + (count >= 3 ? 0.1 : 0);
        const isNear = seq - question.seq <= NEAR && acts.answer >= 3 && question.topic.size <= 3;
        if (count >= (isNear ? 1 : 2) && sure >= 0.55 && sure > most) [best, most] = [question, sure];
      }
      if (!best) return false;
      remove(best);
      answered.add(best);
      return true;
    },
    /** Closes the question that a thought answers in other words, if it announces an answer; returns whether it does. */
    settle(sentences: readonly Read[], seq: number): boolean {
      if (open.size === 0) return false;
      const stated = sentences.filter(
        ({ reading }) => !reading.isQuestion && !reading.isHypothetical && reading.acts.doubt < 2,
      );
      const keys = keysOf(new Set(stated.flatMap(({ topic }) => [...topic])));
      const shares = new Map<Candidate, number>();
      for (const key of keys)
        for (const question of about.get(key) ?? [])
          if (question.seq < seq) shares.set(question, (shares.get(question) ?? 0) + worthOf(key));
      if (shares.size === 0 || !stated.some(({ text }) => ANSWERS.test(text))) return false;
      let [best, most]: [Candidate | undefined, number] = [undefined, 0];
      for (const [question, own] of shares) {
        let share = own;
        for (const key of context.get(question) ?? [])
          if (keys.has(key) && about.get(key)?.has(question) !== true) share += worthOf(key) / 2;
        if (share >= LEAST_SHARED && share > most) [best, most] = [question, share];
      }
      if (!best) return false;
      remove(best);
      answered.add(best);
      return true;
    },
    /** Closes the questions of thoughts that a later thought of the branch cites by number. */
    cite(numbers: ReadonlySet<number>, branchId: string | undefined, seq: number): void {
      for (const question of open.keys())
        if (question.branchId === branchId && question.seq < seq && numbers.has(question.number)) {
          remove(question);
          answered.add(question);
        }
    },
    isAnswered: (question: Candidate) => answered.has(question),
  };
}
