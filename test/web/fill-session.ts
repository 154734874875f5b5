import { join } from "node:path";
import { loadExample } from "../../src/example/load-example.ts";
import { openStore } from "../../src/store/open.ts";

/** Writes the example session to a ledger, with thoughts a few milliseconds apart, and returns its id. */
export async function fillExample(home: string): Promise<string> {
  const store = await openStore({ file: join(home, "clew.db") });
  const { sessionId, written } = await loadExample(store, { paceMs: 5 });
  await written;
  await store.close();
  return sessionId;
}

/** Writes a conversation: a question, a tool call, a JSON answer, a step of a model and a revision of it. */
export async function fillChat(home: string): Promise<string> {
  const store = await openStore({ file: join(home, "clew.db") });
  const { id } = await store.openSession({ title: "A conversation", mode: "chain" });
  const write = (content: string, author: string, metadata: object, revises?: number) =>
    store.append({
      target: { sessionId: id },
      content,
      author,
      metadata: { ...metadata },
      nextThoughtNeeded: true,
      mode: "chain",
      source: "host",
      ...(revises !== undefined && { isRevision: true, revises }),
    });
  const model = "claude-sonnet-5-5";
  await write("Why is it slow?", "user", { role: "user" });
  const found = { hits: [{ page: 1 }, { page: 2 }] };
  await write('Tool search with {"q":"cache"}.', model, {
    role: "tool",
    evidence: { tool: "search", input: { q: "cache" }, output: JSON.stringify(found), durationMs: 52 },
  });
  const answer = "It is **cold**.\n\n```ts\nconst cache = warm();\n```";
  await write(JSON.stringify({ answer, confidence: 0.8 }), model, { role: "answer" });
  const step = "The cache is cold at start because nobody warms it.";
  await write(step, model, { question: "What is cold?" });
  await write(step.replace("nobody", "the job"), model, {}, 4);
  await store.close();
  return id;
}

/** Writes an unfinished session with branches, revisions and texts of all lengths. */
export async function fillLong(home: string, count: number, title = "A long session"): Promise<string> {
  const store = await openStore({ file: join(home, "clew.db") });
  const { id } = await store.openSession({ title, mode: "chain" });
  const appends: Promise<unknown>[] = [];
  for (let number = 1; number <= count; number++) {
    const block = Math.floor(number / 25);
    // Every fourth block is a branch of main.
    const branchId = block % 4 === 3 ? `side-${block}` : undefined;
    appends.push(
      store.append({
        target: { sessionId: id },
        number,
        content: textOf(number),
        nextThoughtNeeded: true,
        mode: "chain",
        source: "library",
        confidence: (number % 11) / 10,
        ...(branchId !== undefined && { branchId, branchFrom: block * 25 - 1 }),
        ...(number % 50 === 20 && { revises: number - 1 }),
      }),
    );
    // Pending appends are committed together.
    if (appends.length === 200) await Promise.all(appends.splice(0));
  }
  await Promise.all(appends);
  await store.close();
  return id;
}

function textOf(number: number): string {
  const words = Array.from({ length: 8 + ((number * 7) % 60) }, (_, index) => `w${(number * index) % 97}`);
  const list = number % 5 === 0 ? "\n\n- first of two\n- second, with `code`" : "";
  return `**Step ${number}.** ${words.join(" ")}${list}`;
}
