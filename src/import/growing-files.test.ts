import fc from "fast-check";
import { expect, test } from "vitest";
import {
  CLAUDE_FILE,
  CLAUDE_SESSION,
  claudeRecord,
  type ImportFixture,
  openImportFixture,
  text,
  thinking,
  toolResult,
  toolUse,
} from "./fixtures.ts";

const ID = `claude-code-${CLAUDE_SESSION}`;
const QUESTION = { question: "Which?", options: [{ label: "A" }, { label: "B" }] };

/** A step of a conversation; `back` is where a prompt goes back to, as a share of the records so far. */
const Step = fc.record({
  kind: fc.constantFrom(
    "prompt",
    "rewind",
    "rewind",
    "answer",
    "answer",
    "call",
    "question",
    "compaction",
    "repeat",
    "side",
  ),
  back: fc.double({ min: 0, max: 0.99, noNaN: true }),
});

/** The lines of a conversation with rewinds, repeated rows, compactions and subagents. */
function transcriptOf(steps: readonly { readonly kind: string; readonly back: number }[]): string[] {
  const lines: string[] = [];
  const ids: string[] = [];
  const at = (back: number) => Math.floor(back * ids.length);
  const add = (record: object, id?: string) => {
    lines.push(`${JSON.stringify(record)}\n`);
    if (id !== undefined) ids.push(id);
  };
  for (const [n, { kind, back }] of steps.entries()) {
    const [id, last, minute] = [`r${n}`, ids.at(-1) ?? null, n % 60];
    if (kind === "prompt" || kind === "rewind")
      add(claudeRecord(id, kind === "prompt" ? last : (ids[at(back)] ?? null), "user", `Q${n}`, minute), id);
    else if (kind === "answer") {
      const blocks = [thinking(back < 0.3 ? "" : `R${n}`), text(`P${n}`)];
      add(claudeRecord(id, last, "assistant", blocks, minute), id);
    } else if (kind === "call" || kind === "question") {
      const use =
        kind === "call"
          ? toolUse(id, "Bash", { command: "ls" })
          : toolUse(id, "AskUserQuestion", { questions: [QUESTION] });
      add(claudeRecord(id, last, "assistant", [text(`C${n}`), use], minute), id);
      add(claudeRecord(`${id}r`, id, "user", [toolResult(id, '"Which?"="B"')], minute), `${id}r`);
    } else if (kind === "compaction") {
      const boundary = { type: "system", subtype: "compact_boundary", uuid: id, logicalParentUuid: last };
      add({ ...boundary, parentUuid: null, sessionId: CLAUDE_SESSION }, id);
    } else if (kind === "side")
      add(claudeRecord(id, null, "assistant", [text(`S${n}`)], minute, { isSidechain: true }));
    else if (lines.length > 0) lines.push(lines[at(back)] ?? lines[0]!);
  }
  return lines;
}

async function shapeOf(on: ImportFixture) {
  const session = await on.store.session(ID);
  const counts = [session?.title, session?.status, session?.branchCount, session?.thoughtCount];
  return { counts, thoughts: session ? (await on.thoughts(ID)).sort() : [] };
}

test("[IM2] a transcript that is imported as it grows is the session that it is when imported at once", async () => {
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
    minLength: 4,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 10, maxLength: 60 }), cuts, async (steps, shares) => {
      const [whole, growing] = [await openImportFixture(), await openImportFixture()];
      try {
        const content = transcriptOf(steps).join("");
        whole.write(CLAUDE_FILE, content);
        await whole.run("claude-code");
        for (const share of [...shares.toSorted(), 1]) {
          growing.write(CLAUDE_FILE, content.slice(0, Math.ceil(share * content.length)));
          await growing.run("claude-code");
        }
        expect(await shapeOf(growing)).toEqual(await shapeOf(whole));
        expect(await growing.run("claude-code")).toMatchObject({ imported: { thoughts: 0 }, updated: 0 });
      } finally {
        await whole.close();
        await growing.close();
      }
    }),
    { numRuns: 30 },
  );
});
