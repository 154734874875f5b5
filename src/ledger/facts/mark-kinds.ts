import type { FactKind } from "./fact.ts";

/** What authors call each kind, without case, spaces and punctuation. */
const NAMES: Readonly<Record<FactKind, readonly string[]>> = {
  decision: ["decision", "decided", "decide", "choice", "chosen", "chose", "resolution", "决定", "決定"],
  dead_end: [
    "deadend",
    "dead",
    "rejected",
    "reject",
    "ruledout",
    "abandoned",
    "abandon",
    "dropped",
    "discarded",
    "死路",
    "死胡同",
  ],
  open: [
    "open",
    "openquestion",
    "question",
    "unanswered",
    "unresolved",
    "unknown",
    "unclear",
    "openissue",
    "问题",
    "疑问",
  ],
  answered: ["answered", "answer", "answers", "questionanswered", "closed", "resolved", "已回答", "回答"],
  next: [
    "next",
    "nextstep",
    "nextaction",
    "nextup",
    "todo",
    "action",
    "actionitem",
    "followup",
    "下一步",
    "待办",
  ],
  outcome: [
    "outcome",
    "result",
    "conclusion",
    "concluded",
    "done",
    "finished",
    "solved",
    "fixed",
    "结果",
    "结论",
  ],
};

const kinds = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) => names.map((name) => [name, kind as FactKind] as const)),
);

/** Names long enough that one wrong letter still leaves no doubt. */
const longNames = [...kinds.keys()].filter((name) => name.length >= 6);

/** The kind that a name stands for, in any case and spelling; one wrong letter in a long name is forgiven. */
export function factKind(name: string): FactKind | undefined {
  const plain = name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
  if (plain.length > 24) return undefined;
  const exact = kinds.get(plain) ?? kinds.get(plain.replace(/s$/, ""));
  if (exact || plain.length < 5) return exact;
  const near = longNames.find((known) => isOneEditAway(plain, known));
  return near === undefined ? undefined : kinds.get(near);
}

/** Whether one letter is missing, added, wrong, or two neighbours are swapped. */
function isOneEditAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const [restOfA, restOfB] = [a.slice(start), b.slice(start)];
  return (
    restOfA.slice(1) === restOfB.slice(1) ||
    restOfA.slice(1) === restOfB ||
    restOfA === restOfB.slice(1) ||
    (restOfA.slice(2) === restOfB.slice(2) && restOfA[0] === restOfB[1] && restOfA[1] === restOfB[0])
  );
}
