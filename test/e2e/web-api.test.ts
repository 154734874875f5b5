import { describe, expect, it } from "vitest";
import type { ChangeEvent, Outline, SessionPage } from "../../src/http/api/schemas.ts";
import type { MetricsSnapshot } from "../../src/http/api/server-schemas.ts";
import { draftOf } from "../../src/store/contract/fixture.ts";
import { openStore } from "../../src/store/open.ts";
import { ledgerLocation } from "../support/deployment-ledger.ts";
import { type ReadEvent, readEvents } from "../support/read-events.ts";
import { type Serving, startServe } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const target = { sessionId: "s", create: () => ({ title: "s", mode: "chain" as const }) };
const changesIn = ({ event, data }: ReadEvent) => (event === "change" ? (data as ChangeEvent[]) : []);

const follow = async ({ address }: Serving, lastId?: string) =>
  readEvents(
    await fetch(new URL("/api/events", address), {
      headers: lastId === undefined ? {} : { "last-event-id": lastId },
    }),
  );

function post({ address }: Serving, path: string, headers: Record<string, string> = {}) {
  const url = new URL(`/api${path}`, address);
  return fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: "{}",
  });
}

describe("the web API of a running server", () => {
  it("[LF8] [AP2] a DELETE needs no body and no content type", async () => {
    using home = temporaryFolder();
    await using store = await openedStore(home.path);
    await using serving = await startServe({ home: home.path });
    for (const [index, headers] of [{}, { "content-type": "application/json" }].entries()) {
      await store.append(draftOf({ ...target, sessionId: `s${index}` }, "one"));
      const address = new URL(`/api/sessions/s${index}`, serving.address);
      const answer = await fetch(address, { method: "DELETE", headers });
      expect([answer.status, await answer.json()]).toMatchObject([200, { deleted: `s${index}` }]);
      expect((await fetch(address)).status).toBe(410);
    }
  });

  it("[AP6] a reader resumes where it was after a server restart and misses no write", async () => {
    using home = temporaryFolder();
    await using store = await openedStore(home.path);
    const first = await startServe({ home: home.path });
    const before = await follow(first);
    await before.events.next();
    await store.append(draftOf(target, "one"));
    const seen = [(await before.events.next()).value!];
    await first.stop();
    expect((await before.events.next()).done).toBe(true);
    for (let i = 0; i < 20; i++) await store.append(draftOf(target, "meanwhile"));
    await using second = await startServe({ home: home.path });
    const after = await follow(second, seen[0]!.id);
    while (seen.flatMap(changesIn).length < 22) seen.push((await after.events.next()).value!);
    await after.stop();
    expect(seen.flatMap(changesIn)).toEqual(await store.changes(0, 100));
  });

  it("[AP6] stream readers are limited: one too many is asked to retry later, and requests are still served", async () => {
    using home = temporaryFolder();
    await using serving = await startServe({ home: home.path, env: { CLEW_MAX_STREAMS: "1" } });
    const { events, stop } = await follow(serving);
    await events.next();
    const refused = await fetch(new URL("/api/events", serving.address));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect((await fetch(new URL("/api/sessions", serving.address))).status).toBe(200);
    await stop();
    await expect
      .poll(async () => {
        const again = await follow(serving);
        const { value } = await again.events.next();
        await again.stop();
        return value?.event;
      })
      .toBe("ready");
  });

  it("[AP9] a page of another origin changes nothing, by whichever kind of request", async () => {
    using home = temporaryFolder();
    await using serving = await startServe({ home: home.path });
    expect((await post(serving, "/example", { origin: "http://evil.example.org" })).status).toBe(403);
    expect((await post(serving, "/example", { origin: "null" })).status).toBe(403);
    // Without a preflight a page can only send these, even from another port of this machine.
    const neighbour = { origin: "http://localhost:3000" };
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
      expect((await post(serving, "/example", { ...neighbour, "content-type": type })).status).toBe(415);
    const preflight = await fetch(new URL("/api/example", serving.address), {
      method: "OPTIONS",
      headers: { ...neighbour, "access-control-request-method": "POST" },
    });
    expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
    const list = await fetch(new URL("/api/sessions", serving.address), { headers: neighbour });
    expect(list.headers.get("access-control-allow-origin")).toBeNull();
    expect(((await list.json()) as SessionPage).sessions).toEqual([]);
    expect((await post(serving, "/example", { origin: serving.address })).status).toBe(200);
  });

  it("[AP1] the example is loaded, listed, drawn and downloaded through a real connection", async () => {
    using home = temporaryFolder();
    await using serving = await startServe({ home: home.path });
    const { sessionId } = (await (await post(serving, "/example")).json()) as { sessionId: string };
    const get = async <T>(path: string) =>
      (await (await fetch(new URL(`/api${path}`, serving.address))).json()) as T;
    const isDone = async () => (await get<SessionPage>("/sessions")).sessions[0]?.status === "completed";
    await expect.poll(isDone, { interval: 200 }).toBe(true);
    expect((await get<SessionPage>("/sessions")).sessions).toMatchObject([
      { id: sessionId, source: "thoughtbox", unfinished: false, thoughtCount: 14 },
    ]);
    const { entries } = await get<Outline>(`/sessions/${sessionId}/outline`);
    expect(entries.seq).toHaveLength(14);
    const file = await fetch(new URL(`/api/sessions/${sessionId}/export?format=svg`, serving.address));
    expect([file.headers.get("content-type"), (await file.text()).slice(-7)]).toEqual([
      "image/svg+xml",
      "</svg>\n",
    ]);
    expect(await get("/health")).toMatchObject({ status: "healthy", services: { store: { status: "up" } } });
    const { samples } = await get<MetricsSnapshot>("/metrics");
    const counted = samples.filter(({ name }) => name === "thoughtbox_thoughts_total");
    expect(counted.reduce((sum, { value }) => sum + value, 0)).toBe(14);
  });
});

async function openedStore(home: string) {
  const store = await openStore(await ledgerLocation(home));
  return Object.assign(store, { [Symbol.asyncDispose]: () => store.close() });
}
