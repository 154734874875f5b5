import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openStore } from "../store/open.ts";
import { allThoughts } from "../store/port.ts";
import { exportChain, exportJson } from "./export.ts";
import { exportMarkdown } from "./export-markdown.ts";
import type { Session } from "./session.ts";
import type { Thought } from "./thought.ts";

const session: Session = {
  id: "debug-auth-2025-01",
  title: "Debug authentication flow",
  project: "_default",
  tags: ["debugging", "auth"],
  mode: "chain",
  status: "active",
  stage: 0,
  createdAt: "2025-01-15T10:00:00Z",
  updatedAt: "2025-01-15T11:30:00Z",
  metadata: {},
};

describe("Markdown", () => {
  test("[E1] a session looks like the example of the gateway", async () => {
    const thoughts = [thought(1, "The error occurs because..."), thought(2, "Tracing the code, I see...")];
    expect(await markdown(session, thoughts)).toBe(
      `# Debug authentication flow

**Session ID:** debug-auth-2025-01
**Created:** 2025-01-15T10:00:00Z
**Tags:** debugging, auth

---

## Thought 1

The error occurs because...

## Thought 2

Tracing the code, I see...
`,
    );
  });

  test("[E1] branches have their own headings after the main branch, and revisions are marked", async () => {
    const text = await markdown({ ...session, tags: [] }, [
      thought(1, "one"),
      thought(2, "a", { branchId: "left", branchFrom: 1 }),
      thought(2, "two"),
      thought(3, "b", { branchId: "right" }),
      thought(3, "c", { branchId: "left", branchFrom: 1 }),
      thought(4, "one, better", { isRevision: true, revises: 1, revisesId: "t1" }),
    ]);
    expect(text.split("\n").filter((line) => /^(#|\*\*Tags)/.test(line))).toEqual([
      "# Debug authentication flow",
      "## Thought 1",
      "## Thought 2",
      "## Thought 4 (revises thought 1)",
      "## Branch: left (from thought 1)",
      "### Thought 2",
      "### Thought 3",
      "## Branch: right",
      "### Thought 3",
    ]);
  });
});

interface Node {
  readonly id: string;
  readonly thought: { readonly content: string; readonly branchId?: string };
  readonly prev: string | null;
  readonly next: readonly string[];
  readonly branchOrigin?: string;
  readonly revisesNode?: string;
}

describe("JSON", () => {
  test("[E2] a session is a version, the session, its nodes and the time", async () => {
    const [one, two] = [thought(1, "one"), thought(2, "two", { parentId: "t1-one" })];
    expect(await json(session, [one, two])).toEqual({
      version: "1.0",
      session,
      nodes: [
        {
          id: "t1-one",
          thought: {
            number: 1,
            content: "one",
            timestamp: one.createdAt,
            total: 5,
            nextThoughtNeeded: true,
          },
          prev: null,
          next: ["t2-two"],
        },
        {
          id: "t2-two",
          thought: {
            number: 2,
            content: "two",
            timestamp: two.createdAt,
            total: 5,
            nextThoughtNeeded: true,
          },
          prev: "t1-one",
          next: [],
        },
      ],
      exportedAt: "2025-01-15T12:00:00Z",
    });
    expect((await json(session, [])).nodes).toEqual([]);
  });

  test("[E2] no text breaks the document", async () => {
    const hostile = fc.oneof(
      fc.constantFrom('"]}', "\\", "\n\u2028\0", "</script>", "__proto__", "\ud800"),
      fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
    );
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (title, text) => {
        const document = await json({ ...session, title }, [thought(1, text, { branchId: text })]);
        expect(document.session.title).toBe(title);
        expect(document.nodes[0]!.thought).toMatchObject({ content: text, branchId: text });
      }),
    );
  });

  test("[E2] the nodes of any session are linked both ways", async () => {
    const store = await openStore({ memory: true });
    const known = fc.integer({ min: 1, max: 3 });
    const step = fc.record(
      {
        number: fc.integer({ min: 1, max: 9 }),
        branchFrom: known,
        branchId: fc.constantFrom("a", "b", "c"),
        revises: known,
      },
      { requiredKeys: [] },
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
        const { id } = await store.openSession({ title: `run ${run++}`, mode: "chain" });
        const target = { sessionId: id };
        const plain = {
          target,
          content: "x",
          nextThoughtNeeded: true,
          mode: "chain",
          source: "library",
        } as const;
        for (const more of [{ number: 3 }, { number: 2 }, { number: 1 }, ...steps])
          await store.append({ ...plain, ...more });
        const thoughts = await Array.fromAsync(allThoughts(store, id));
        checkLinks((await json(session, thoughts)).nodes, thoughts);
      }),
      { numRuns: 60 },
    );
    await store.close();
  });
});

function checkLinks(nodes: readonly Node[], thoughts: readonly Thought[]): void {
  expect(nodes.map(({ id }) => id)).toEqual(thoughts.map(({ id }) => id));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const lanes = new Set<string>();
  for (const [index, node] of nodes.entries()) {
    for (const next of node.next) expect(byId.get(next)?.prev).toBe(node.id);
    if (node.prev !== null)
      expect(byId.get(node.prev)?.next.filter((next) => next === node.id)).toEqual([node.id]);
    expect(node.revisesNode).toBe(thoughts[index]!.revisesId);
    const { branchId } = node.thought;
    const isFork = branchId !== undefined && !lanes.has(branchId);
    if (isFork) lanes.add(branchId);
    expect(node.branchOrigin).toBe(isFork ? (node.prev ?? undefined) : undefined);
  }
}

function thought(number: number, content: string, more: Partial<Thought> = {}): Thought {
  return {
    id: `t${number}-${content}`,
    sessionId: session.id,
    seq: number,
    number,
    total: 5,
    content,
    isRevision: false,
    nextThoughtNeeded: true,
    mode: "chain",
    source: "thoughtbox",
    metadata: {},
    createdAt: `2025-01-15T10:0${number}:00Z`,
    ...more,
  };
}

const reader = (thoughts: readonly Thought[]) =>
  async function* () {
    yield* thoughts;
  };

async function markdown(of: Session, thoughts: readonly Thought[]): Promise<string> {
  return (await Array.fromAsync(exportMarkdown(of, reader(thoughts)))).join("");
}

async function json(of: Session, thoughts: readonly Thought[]): Promise<{ session: Session; nodes: Node[] }> {
  const pieces = exportJson(of, reader(thoughts), "2025-01-15T12:00:00Z");
  return JSON.parse((await Array.fromAsync(pieces)).join(""));
}

describe("secrets", () => {
  const secret = "sk-abcdefghijklmnopqrstuvwx0123";
  const secretive: Thought = {
    ...thought(
      1,
      `Calling with ${secret} fails; postgres://ada:hunter22@db/x does not, ${"x".repeat(5_000)}`,
    ),
    branchId: "side",
    critique: { text: `Never write ${secret} down` },
    metadata: { apiKey: "any-text-at-all", tokens: 12 },
  };
  const titled = { ...session, title: `Why ${secret}?` };
  const formats = { markdown: exportMarkdown, json: exportJson, chain: exportChain };

  test.each(Object.entries(formats))("[E7] %s has none, and the rest of each text", async (_, write) => {
    const pieces = write(
      titled,
      async function* () {
        yield secretive;
      } as never,
      "now" as never,
    );
    const text = (await Array.fromAsync(pieces)).join("");
    for (const hidden of [secret, "hunter22", "any-text-at-all"]) expect(text).not.toContain(hidden);
    expect(text).toContain("Calling with [redacted] fails; postgres://ada:[redacted]@db/x does not");
    expect(text).toContain("Why [redacted]?");
    expect(text).toContain("x".repeat(5_000));
  });
});
