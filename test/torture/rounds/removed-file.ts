import { join } from "node:path";
import { removeLedger } from "../attacks/remove-file.ts";
import type { StoredLedger } from "../checker.ts";
import { httpConnection, stdioConnection } from "../client.ts";
import { attemptIdOf, markOf } from "../journal.ts";
import { endAfter, pause } from "../pace.ts";
import { runProbe } from "../probe.ts";
import { readFile } from "../read-ledger.ts";
import type { RoundSetup } from "../round.ts";
import { openScene, type Scene, settle } from "../scene.ts";
import { runWriter } from "../writer.ts";

/**
 * Takes the database file away under running servers. They must refuse from then on: what they acknowledge into a file
 * that nobody can find is lost. Then the file comes back and the round goes on.
 */
export async function removedFileRound(setup: RoundSetup, name: string): Promise<void> {
  const { ground, random } = setup;
  const home = ground.workspace.folder("home");
  const scene = await openScene(ground, name, { home }, { random, httpServers: 1 });
  const [server] = scene.servers;
  await scene.start();
  const over = endAfter(setup.lengthMs, setup.stop).signal;
  for (let phase = 1; !over.aborted; phase++) {
    const enough = endAfter(setup.lengthMs, over);
    const work = write(setup, scene, `${name}-${phase}`, enough.signal);
    await pause(random.between(1_000, 2_500), over);
    const from = Date.now();
    const removal = over.aborted ? undefined : removeLedger(home, ground.workspace.folder("aside"), random);
    if (removal) {
      ground.tally.attacks += 1;
      await pause(random.between(1_000, 2_500), over);
    }
    enough.abort();
    await work;
    await server?.kill();
    if (removal) countLost(setup, scene, home, from, removal.what, removal.isGone);
    removal?.restore();
    await server?.start();
  }
  await scene.finish();
}

async function write(
  { ground, random }: RoundSetup,
  scene: Scene,
  name: string,
  stop: AbortSignal,
): Promise<void> {
  const [server] = scene.servers;
  const { tally } = ground;
  const connections = [
    httpConnection(ground, server!, "2026-07-28", `${name}-writer1`),
    stdioConnection(ground, scene.place, "handshake", `${name}-stdio1`),
  ];
  const basics = { journal: scene.journal, tally, stop };
  const writers = connections.map((connection) =>
    runWriter({
      connection,
      random: random.fork(connection.name),
      shared: `${name}-shared`,
      pauseMs: 40,
      ...basics,
    }),
  );
  await settle(ground, {
    ...Object.fromEntries(writers.map((writer, i) => [`${name} writer ${i + 1}`, writer])),
    probe: runProbe({
      ground,
      server: server!,
      journal: scene.journal,
      stop,
      disturbance: () => scene.disturbances,
    }),
  });
  await Promise.all(connections.map((connection) => connection.close()));
}

/**
 * Counts what was sent and acknowledged after the file was gone, unless the file that is there now has it: a server that
 * starts meanwhile opens a new ledger, which is right.
 */
function countLost(
  { ground }: RoundSetup,
  { journal }: Scene,
  home: string,
  from: number,
  what: string,
  isGone: boolean,
): void {
  const now = ledgerAt(join(home, "clew.db"));
  const stored = new Set(now.thoughts.map(({ content }) => attemptIdOf(content)));
  const cells = new Set(now.cells.map(({ notebookId, cellId }) => `${notebookId} ${cellId}`));
  for (const attempt of journal.attempts) if (stored.has(attempt.id)) attempt.isElsewhere = true;
  for (const cell of journal.cells)
    if (cells.has(`${cell.notebookId} ${cell.cellId}`)) cell.isElsewhere = true;
  const lost = journal.attempts
    .filter(({ acknowledged, sentAt, id }) => isGone && acknowledged && sentAt > from && !stored.has(id))
    .map(({ id }) => `thought ${markOf(id)} was acknowledged after ${what}, and no file has it`);
  ground.tally.addFindings({ lost, doubled: [], misplaced: [] });
}

function ledgerAt(file: string): StoredLedger {
  try {
    return readFile(file);
  } catch {
    // Not a database.
    return { thoughts: [], cells: [] };
  }
}
