import type { Candidate, Read } from "./candidate.ts";

/** How many open questions are followed, the newest. */
const FOLLOWED = 400;
/** Within so many thoughts one shared word can be enough. */
const NEAR = 20;
const KEY = 5;

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

  function remove(question: Candidate): void {
    open.delete(question);
    for (const key of keysOf(question.topic)) {
      const asked = about.get(key);
      asked?.delete(question);
      if (asked?.size === 0) about.delete(key);
    }
  }

  return {
    ask(question: Candidate): void {
      open.set(question, question.topic.size);
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
