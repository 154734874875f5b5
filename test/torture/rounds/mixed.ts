import { runBrokenClients } from "../attacks/broken-clients.ts";
import { runBrokenLines } from "../attacks/broken-lines.ts";
import { runDatabaseKills } from "../attacks/database-kills.ts";
import { runHostileCalls } from "../attacks/hostile-calls.ts";
import { runHostileCells } from "../attacks/hostile-cells.ts";
import { runKills } from "../attacks/kills.ts";
import { type Era, httpConnection, stdioConnection } from "../client.ts";
import { endAfter, pause } from "../pace.ts";
import { runProbe } from "../probe.ts";
import type { Place } from "../read-ledger.ts";
import type { RoundSetup } from "../round.ts";
import { openScene, settle } from "../scene.ts";
import { runWriter } from "../writer.ts";

const ERAS: readonly Era[] = ["handshake", "2026-07-28"];

/** Two HTTP servers and two stdio servers on one ledger, under every attack at once. */
export async function mixedRound(setup: RoundSetup, name: string, place: Place): Promise<void> {
  const { ground, random } = setup;
  const { tally } = ground;
  const scene = await openScene(ground, name, place, { random, httpServers: 2 });
  const { servers, journal } = scene;
  await scene.start();
  const stop = endAfter(setup.lengthMs, setup.stop).signal;
  const shared = `${name}-shared`;
  const http = servers.flatMap((server) =>
    ERAS.map((era, i) => httpConnection(ground, server, era, `${server.name}-writer${i + 1}`)),
  );
  const stdio = ERAS.map((era, i) => stdioConnection(ground, place, era, `${name}-stdio${i + 1}`));
  const caller = httpConnection(ground, servers[0]!, random.pick(ERAS), `${name}-hostile`);
  const author = httpConnection(ground, servers[1]!, random.pick(ERAS), `${name}-cells`);
  const basics = { journal, tally, stop };
  const writers = [...http, ...stdio].map((connection) =>
    runWriter({ connection, random: random.fork(connection.name), shared, pauseMs: 60, ...basics }),
  );
  const clients = {
    ...Object.fromEntries(writers.map((writer, i) => [`${name} writer ${i + 1}`, writer])),
    probe: runProbe({ ground, server: servers[0]!, journal, stop, disturbance: () => scene.disturbances }),
    kills: runKills({ servers, stdio, random: random.fork("kills"), tally, stop }),
    "hostile calls": runHostileCalls({ connection: caller, random: random.fork("calls"), ...basics }),
    "hostile cells": runHostileCells({ connection: author, random: random.fork("cells"), ...basics }),
    "broken clients": runBrokenClients({ servers, random: random.fork("broken"), tally, stop }),
    "broken lines": runBrokenLines(() => stdio[0]!.process, { random: random.fork("lines"), tally, stop }),
    "database kills": runDatabaseKills(setup, scene, stop),
  };
  // A client that fails before the end of the round is reported by `settle`.
  for (const client of Object.values(clients)) client.catch(() => {});
  await pause(2 ** 31 - 1, stop);
  await settle(ground, clients);
  await Promise.all([...http, ...stdio, caller, author].map((connection) => connection.close()));
  await scene.finish();
}
