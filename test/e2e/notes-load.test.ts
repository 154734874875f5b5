import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CarriedNote, Note } from "../../src/ledger/index.ts";
import { bearer, newPrincipal, writeTokens } from "../safety/principals.ts";
import { call } from "../support/call.ts";
import { connectHttp, eras } from "../support/connect.ts";
import { type Serving, startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const NOTES = 1000;
const WRITERS = 8;
const OWNERS = ["ann", "bob"] as const;
/** Both owners use the same session ids. */
const SESSIONS = Array.from({ length: 10 }, (_, index) => `shared-${index + 1}`);

const cleanup = new AsyncDisposableStack();
const home = cleanup.use(temporaryFolder()).path;
const tokens: Record<string, string> = {};
let serving: Serving;

beforeAll(async () => {
  const made = await Promise.all(OWNERS.map((name) => newPrincipal(home, name, "read,write,steer")));
  for (const [index, name] of OWNERS.entries()) tokens[name] = made[index]!.token;
  serving = cleanup.use(await startServe({ home, env: { CLEW_TOKENS_FILE: writeTokens(home, ...made) } }));
});
afterAll(() => cleanup.disposeAsync());

const api = (owner: string, session: string, init: RequestInit = {}) =>
  fetch(`${serving.address}/api/sessions/${session}/notes`, {
    ...init,
    headers: { ...bearer(tokens[owner]!), "content-type": "application/json" },
  });

async function notesOf(owner: string, session: string): Promise<readonly Note[]> {
  return ((await (await api(owner, session)).json()) as { notes: readonly Note[] }).notes;
}

/** A delivery of a note: who got it, and whether it was marked as repeated. */
interface Received {
  readonly owner: string;
  readonly session: string;
  readonly id: string;
  readonly text: string;
  readonly isNew: boolean;
}

test("[ST9] [ST3] [ST10] 1,000 notes of 8 writers are all delivered, each as new once, none to another owner", async () => {
  const written: { owner: string; session: string; id: string }[] = [];
  const received: Received[] = [];
  let writing = WRITERS;

  async function write(writer: number): Promise<void> {
    for (let index = writer; index < NOTES; index += WRITERS) {
      const owner = OWNERS[index % 2]!;
      const session = SESSIONS[Math.floor(index / 2) % SESSIONS.length]!;
      const body = JSON.stringify({ text: `for ${owner}: ${index}` });
      const answer = await api(owner, session, { method: "POST", body });
      expect(answer.status).toBe(201);
      written.push({ owner, session, id: ((await answer.json()) as Note).id });
    }
    writing -= 1;
  }

  async function think(client: Client, owner: string, session: string, number: number): Promise<number> {
    const tool = number % 3 === 2 ? "recall" : "think";
    const given =
      tool === "recall"
        ? { query: "step", sessionId: session }
        : { thought: `Step ${number}`, session_id: session };
    const { structured, content, isError } = await call(client, tool, given);
    expect(isError).toBe(false);
    const notes = (structured!.notes ?? []) as readonly CarriedNote[];
    const blocks = content.map(({ text }) => String(text)).filter((text) => text.startsWith("Note from "));
    expect(blocks).toHaveLength(notes.length);
    for (const [index, { id, text }] of notes.entries())
      received.push({ owner, session, id, text, isNew: !blocks[index]!.includes(", repeated (") });
    return notes.length;
  }

  /** Works on one session until all notes are written and delivered. Two agents share each session. */
  async function work(owner: string, era: (typeof eras)[number]): Promise<void> {
    await using on = await connectHttp(era, serving.url, bearer(tokens[owner]!));
    for (let number = 0; ; number++) {
      const isLast = writing === 0;
      let carried = 0;
      for (const session of SESSIONS) carried += await think(on.client, owner, session, number);
      if (isLast && carried === 0 && number % 3 !== 2) return;
    }
  }

  for (const owner of OWNERS) {
    await using on = await connectHttp("2026-07-28", serving.url, bearer(tokens[owner]!));
    for (const session of SESSIONS) await think(on.client, owner, session, 0);
  }
  await Promise.all([
    ...Array.from({ length: WRITERS }, (_, writer) => write(writer)),
    ...OWNERS.flatMap((owner) => eras.map((era) => work(owner, era))),
  ]);

  const deliveries = Map.groupBy(received, ({ owner, id }) => `${owner} ${id}`);
  expect(written).toHaveLength(NOTES);
  expect(received.filter(({ owner, text }) => !text.startsWith(`for ${owner}: `))).toEqual([]);
  const counts = written.map(({ owner, id }) => {
    const of = deliveries.get(`${owner} ${id}`) ?? [];
    return `${of.length} deliveries, ${of.filter(({ isNew }) => isNew).length} as new`;
  });
  expect([...new Set(counts)]).toEqual(["3 deliveries, 1 as new"]);
  expect(deliveries.size).toBe(NOTES);
  for (const owner of OWNERS)
    for (const session of SESSIONS)
      for (const note of await notesOf(owner, session))
        expect(note).toMatchObject({ state: "unanswered", deliveries: 3 });
  console.log(
    `${NOTES} notes, ${received.length} deliveries, ${WRITERS} writers, ${OWNERS.length * 2} agents`,
  );
});
