import { readFileSync } from "node:fs";
import type { Thought } from "../../src/ledger/thought.ts";
import type { DevSession } from "./dev-set.ts";

interface Added {
  /** `seq` of the thought that it contradicts. */
  readonly earlier: number;
  /** `seq` of the thought that it follows. */
  readonly after: number;
  readonly content: string;
}

const added = new Map<string, Added[]>();
let current: Added[] = [];
for (const line of readFileSync(new URL("natural-numbers.txt", import.meta.url), "utf8").split("\n")) {
  const name = /^session (\S+)$/.exec(line)?.[1];
  if (name !== undefined) {
    current = [];
    added.set(name, current);
  }
  const [, earlier, after, content] = /^(\d+) after (\d+): (.*)$/.exec(line) ?? [];
  if (content !== undefined) current.push({ earlier: Number(earlier), after: Number(after), content });
}

/** A session of the development set with each of the numbers that contradict an earlier one. */
export function* contradictionsIn({ name, thoughts }: DevSession) {
  for (const { earlier, after, content } of added.get(name) ?? []) {
    const { branchId: _, branchFrom: __, ...plain } = thoughts[after - 1]!;
    const fault: Thought = { ...plain, id: `${name}-added`, seq: after + 1, number: after + 1, content };
    const later = thoughts.slice(after).map((one) => ({ ...one, seq: one.seq + 1, number: one.number + 1 }));
    yield { thoughts: [...thoughts.slice(0, after), fault, ...later], added: fault, earlier };
  }
}
