import { checkFeed } from "./check-feed.ts";
import { checkLists, listSessions } from "./check-lists.ts";
import { check } from "./checker.ts";
import { type FeedFollower, followFeed } from "./feed-follower.ts";
import { type HttpServer, prepareHttpServer } from "./http-server.ts";
import { createJournal, type Journal } from "./journal.ts";
import { within } from "./pace.ts";
import type { Random } from "./random.ts";
import { type Place, readLedger } from "./read-ledger.ts";
import type { Ground } from "./server.ts";

/** One ledger with its servers, the journal of its clients and a follower of its feed. */
export interface Scene {
  readonly name: string;
  readonly place: Place;
  readonly servers: readonly HttpServer[];
  readonly journal: Journal;
  /** Counts what was taken away on purpose behind the servers, such as the database or the space on the disk. */
  disturbances: number;
  start(): Promise<void>;
  /** Looks at lists and feed, ends the servers and compares everything with the ledger. */
  finish(): Promise<void>;
}

const CATCH_UP_MS = 20_000;
const SETTLE_MS = 30_000;

/** Prepares a scene; its servers are not started yet. */
export async function openScene(
  ground: Ground,
  name: string,
  place: Place,
  { random, httpServers }: { readonly random: Random; readonly httpServers: number },
): Promise<Scene> {
  const { tally } = ground;
  const names = Array.from({ length: httpServers }, (_, i) => `${name}-http${i + 1}`);
  const servers = await Promise.all(names.map((one) => prepareHttpServer(ground, place, one)));
  const journal = createJournal();
  let follower: FeedFollower | undefined;
  const scene: Scene = {
    name,
    place,
    servers,
    journal,
    disturbances: 0,
    async start() {
      await Promise.all(servers.map((server) => server.start()));
      follower = followFeed(() => servers, random.fork("feed"));
    },
    async finish() {
      const up = servers.find(({ isUp }) => isUp);
      if (up === undefined || follower === undefined)
        tally.noteError(`${name}: no server is up at the end of a round`);
      // Calls whose clients have left may still be writing, so the ledger is read before and after.
      const before = await readLedger(place);
      const listed =
        up && (await listSessions(up.address).catch((error) => void tally.noteError(String(error))));
      const isCaughtUp = await follower?.catchUp(CATCH_UP_MS).catch(() => false);
      if (!isCaughtUp)
        tally.noteError(`${name}: the feed did not reach its newest change in ${CATCH_UP_MS / 1000} s`);
      await follower?.stop();
      // Half of the servers are asked to stop, the others are not asked.
      await Promise.all(servers.map((server) => (random.chance(0.5) ? server.stop() : server.kill())));
      const ledger = await readLedger(place);
      const all = [check(journal, ledger)];
      if (listed) all.push(checkLists(listed, before.thoughts, ledger.thoughts));
      if (isCaughtUp && follower) all.push(checkFeed(follower.seen, before.thoughts, ledger.thoughts));
      for (const findings of all) tally.addFindings(findings);
    },
  };
  return scene;
}

/** Waits for clients to stop and names those that do not. */
export async function settle(
  ground: Ground,
  clients: Readonly<Record<string, Promise<unknown>>>,
): Promise<void> {
  await Promise.all(
    Object.entries(clients).map(async ([name, client]) => {
      const failed = client.catch((error) =>
        ground.tally.noteError(`${name} failed: ${String(error?.stack ?? error)}`),
      );
      if (!(await within(SETTLE_MS, failed)))
        ground.tally.noteError(`${name} did not end within ${SETTLE_MS / 1_000} s`);
    }),
  );
}
