import fc from "fast-check";
import { expect, test } from "vitest";
import { hostileTexts } from "../../test/support/hostile.ts";
import { session, thought } from "../../test/support/sample-session.ts";
import { HTML_DATA, HTML_TITLE, type HtmlSession, htmlInto } from "./export-html.ts";
import type { Session } from "./session.ts";
import type { Thought } from "./thought.ts";

const VIEWER = `<title>${HTML_TITLE}</title><script type="application/json">${HTML_DATA}</script><script>$& ${HTML_DATA}</script>`;

async function written(thoughts: readonly Thought[], of: Session = session): Promise<string> {
  const read = async function* () {
    yield* thoughts;
  };
  return (await Array.fromAsync(htmlInto(VIEWER)(of, read, "2025-01-16T00:00:00Z"))).join("");
}

const dataIn = (page: string) => JSON.parse(/json">(.*?)<\/script>/s.exec(page)![1]!) as HtmlSession;

test("[WB70] the page contains the session with its branches, statistics, revisions and critiques", async () => {
  const page = await written(
    [
      thought(1),
      thought(2, { parentId: "t1", branchId: "left", critique: { text: "weak" }, confidence: 0.5 }),
      thought(3, { parentId: "t1", isRevision: true, revises: 1, revisesId: "t1", nextThoughtNeeded: false }),
    ],
    { ...session, owner: "someone" },
  );
  const data = dataIn(page);
  expect(data).toMatchObject({ branches: ["", "left"], width: 2, isCut: false });
  expect(data.session).not.toHaveProperty("owner");
  expect(data.analysis.metadata).toMatchObject({ thoughtCount: 3, branchCount: 1 });
  expect(data.thoughts).toMatchObject([
    { seq: 1, branch: 0, column: 0, parent: 0 },
    { seq: 2, branch: 1, column: 1, parent: 1, critique: { text: "weak" }, confidence: 0.5 },
    { seq: 3, branch: 0, revises: 1, isLast: true },
  ]);
  expect(page.endsWith(`<script>$& ${HTML_DATA}</script>`)).toBe(true);
});

test("[WB70] the page contains the brief, without facts that later ones replaced, and how branches ended", async () => {
  const page = await written([
    thought(1, { content: "Where do the sessions go?" }),
    thought(2, { parentId: "t1", branchId: "redis", content: "Redis. Dead end: it costs too much." }),
    thought(3, { parentId: "t1", content: "A first choice.", marks: ["decision: use a file"] }),
    thought(4, {
      parentId: "t3",
      content: "Another choice.",
      marks: ["decision: use Postgres instead of a file because of locks"],
      nextThoughtNeeded: false,
    }),
  ]);
  const { brief, fates } = dataIn(page);
  expect(brief.filter(({ section }) => section === "decided").map(({ seq }) => seq)).toEqual([4]);
  expect(brief.find(({ section }) => section === "goal")?.text).toContain("Where do the sessions go?");
  expect(fates).toEqual([null, "dropped"]);
});

test("[WB72] the page does not contain the session's owner", async () => {
  const page = await written([thought(1)], { ...session, owner: "somebody-in-particular" });
  expect(page).not.toContain("somebody-in-particular");
});

test("[WB72] no text breaks out of the page's data, and texts without secrets are unchanged", async () => {
  const anyText = fc.oneof(
    hostileTexts,
    fc.constantFrom("</script><script>", "<!--<script>", "]]>", "$&$'$`", "</TITLE>", HTML_DATA, HTML_TITLE),
  );
  const markup = (page: string) => page.match(/<[^>]*>/g);
  const plain = markup(await written([thought(1)]));
  await fc.assert(
    fc.asyncProperty(anyText, anyText, anyText, async (title, branchId, content) => {
      const page = await written([thought(1, { content, branchId, metadata: { [title]: content } })], {
        ...session,
        title,
      });
      expect(markup(page)).toEqual(plain);
      expect(page.isWellFormed()).toBe(true);
      expect(dataIn(page).thoughts[0]!.content).toBe(content);
    }),
    { numRuns: 200 },
  );
});

test("[WB72] secrets are redacted in every text", async () => {
  const secret = "sk-abcdefghijklmnopqrstuvwx0123";
  const page = await written(
    [
      thought(1, {
        content: `key ${secret}`,
        branchId: secret,
        author: secret,
        critique: { text: secret },
        metadata: { api_key: "plain", deep: { list: [secret] } },
      }),
    ],
    { ...session, title: secret, description: secret, tags: [secret], metadata: { secret } },
  );
  expect(page).not.toContain(secret.slice(0, 12));
  expect(page).not.toContain('"plain"');
});

test("[WB72] of a longer session the page has the first 10,000 thoughts, and says so", async () => {
  const data = dataIn(await written(Array.from({ length: 10_001 }, (_, index) => thought(index + 1))));
  expect([data.thoughts.length, data.isCut, data.analysis.metadata.thoughtCount]).toEqual([
    10_000,
    true,
    10_000,
  ]);
});
