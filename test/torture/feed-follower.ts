import { readEvents } from "../support/read-events.ts";
import type { SeenChange } from "./check-feed.ts";
import type { HttpServer } from "./http-server.ts";
import { pause } from "./pace.ts";
import type { Random } from "./random.ts";

/** Somebody who follows the feed of a ledger from its start, through any of its servers. */
export interface FeedFollower {
  readonly seen: readonly SeenChange[];
  /** Waits until it has seen the newest change; false when that does not happen in time. */
  catchUp(milliseconds: number): Promise<boolean>;
  stop(): Promise<void>;
}

/** Follows the feed; when a connection is lost, another server continues after the last event. */
export function followFeed(servers: () => readonly HttpServer[], random: Random): FeedFollower {
  const seen: SeenChange[] = [];
  const stopping = new AbortController();
  let lastId = "0";
  const done = (async () => {
    while (!stopping.signal.aborted) {
      const up = servers().filter((server) => server.isUp);
      if (up.length > 0) await read(random.pick(up)).catch(() => {});
      await pause(100, stopping.signal);
    }
  })();

  async function read(server: HttpServer): Promise<void> {
    const headers = { "last-event-id": lastId };
    const answer = await fetch(`${server.address}/api/events`, { headers, signal: stopping.signal });
    if (!answer.ok) return void (await answer.body?.cancel());
    for await (const { event, data, id } of readEvents(answer).events) {
      if (event === "change") {
        seen.push(...(data as SeenChange[]));
        lastId = id ?? lastId;
      }
      if (event === "ready" && (data as { readonly reset?: boolean }).reset)
        throw new Error("the feed started over");
    }
  }

  return {
    seen,
    async catchUp(milliseconds) {
      const until = Date.now() + milliseconds;
      const goal = await newestPosition(servers());
      while (Date.now() < until) {
        if ((seen.at(-1)?.position ?? 0) >= goal) return true;
        await pause(50, stopping.signal);
      }
      return false;
    },
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

/** The newest position of the feed, as a server reports it. */
async function newestPosition(servers: readonly HttpServer[]): Promise<number> {
  const server = servers.find(({ isUp }) => isUp);
  if (!server) return 0;
  const answer = await fetch(`${server.address}/api/sessions?limit=1`);
  return ((await answer.json()) as { readonly position?: number }).position ?? 0;
}
