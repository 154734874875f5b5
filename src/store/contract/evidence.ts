import { describe, expect, it } from "vitest";
import type { StoredEvidence } from "../../ledger/index.ts";
import { draftOf, type Fixture } from "./fixture.ts";

const lines: StoredEvidence = {
  ref: "src/a.ts:1-2",
  kind: "file",
  path: "src/a.ts",
  from: 1,
  to: 2,
  sha256: "00",
  root: "/projects/app",
};
const page: StoredEvidence = { ref: 'https://example.org/?q="a"', kind: "url" };

/** The contract for evidence. */
export function describeEvidence(on: Fixture): void {
  describe("evidence", () => {
    it("[EV1] is stored with its thought; a thought shows it without the root", async () => {
      const { thought } = await on.add("Cites", { evidence: [lines, page] });
      await on.add("Cites nothing", { evidence: [] });
      const { root: _, ...shown } = lines;
      expect(thought.evidence).toEqual([shown, page]);
      const [cites, plain] = await on.all(thought.sessionId);
      expect(cites).toEqual(thought);
      expect(plain).not.toHaveProperty("evidence");
      const [kept] = await on.store.citingThoughts({});
      expect(kept).toMatchObject({ thought, evidence: [lines, page] });
    });

    it("[EV1] thoughts with evidence are read newest first, in pages, by session and by text", async () => {
      const texts: string[] = [];
      for (const [index, evidence] of [[page], [lines], [], [lines, page]].entries()) {
        await on.store.openSession({ id: `s${index}`, title: "t", mode: "chain" });
        const { thought } = await on.store.append(
          draftOf({ sessionId: `s${index}` }, `${index}`, { evidence }),
        );
        texts.push(thought.content);
      }
      const read = async (filter: object) =>
        (await on.store.citingThoughts(filter)).map(({ thought }) => thought.content);
      expect(await read({})).toEqual(["3", "1", "0"]);
      expect(await read({ limit: 2 })).toEqual(["3", "1"]);
      const [, second] = await on.store.citingThoughts({ limit: 2 });
      expect(await read({ behind: second!.position })).toEqual(["0"]);
      expect(await read({ sessionId: "s1" })).toEqual(["1"]);
      expect(await read({ sessionId: "s2" })).toEqual([]);
      expect(await read({ text: "a.ts" })).toEqual(["3", "1"]);
      expect(await read({ text: '?q="a"' })).toEqual(["3", "0"]);
    });
  });
}
