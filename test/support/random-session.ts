import fc from "fast-check";
import type { SessionRecord, Store } from "../../src/store/port.ts";

const known = fc.integer({ min: 1, max: 3 });

/** Possible next thoughts of an agent: forks of forks, revisions, repeated and descending numbers. */
export const randomSteps = fc.array(
  fc.record(
    {
      number: fc.integer({ min: 1, max: 9 }),
      branchFrom: known,
      branchId: fc.constantFrom("a", "b", "c", "d"),
      revises: known,
      nextThoughtNeeded: fc.boolean(),
      metadata: fc.constant({ critiqueRequested: true }),
    },
    { requiredKeys: [] },
  ),
  { maxLength: 20 },
);

let opened = 0;

/** Records three thoughts that count down and then the steps, in a session of their own. */
export async function recordSteps(
  store: Store,
  steps: readonly Readonly<Record<string, unknown>>[],
  content: (index: number) => string = (index) => `step ${index}`,
): Promise<SessionRecord> {
  const { id } = await store.openSession({ title: `session ${++opened}`, mode: "chain" });
  const plain = {
    target: { sessionId: id },
    nextThoughtNeeded: true,
    mode: "chain",
    source: "library",
  } as const;
  const every = [{ number: 3 }, { number: 2 }, { number: 1 }, ...steps];
  for (const [index, step] of every.entries())
    await store.append({ ...plain, ...step, content: content(index) });
  return (await store.session(id))!;
}
