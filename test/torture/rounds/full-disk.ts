import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runKills } from "../attacks/kills.ts";
import { httpConnection, stdioConnection } from "../client.ts";
import { endAfter, pause } from "../pace.ts";
import { runProbe } from "../probe.ts";
import type { RoundSetup } from "../round.ts";
import { openScene, settle } from "../scene.ts";
import { runWriter } from "../writer.ts";

const DISK_MB = 48;

/** Writes to a disk that fills up and gets room again, several times. Returns false where no such disk can be made. */
export async function fullDiskRound(setup: RoundSetup, name: string): Promise<boolean> {
  const { ground, random } = setup;
  const { tally } = ground;
  const home = ground.workspace.smallDisk(DISK_MB);
  if (home === undefined) return false;
  const scene = await openScene(ground, name, { home }, { random, httpServers: 1 });
  const [server] = scene.servers;
  await scene.start();
  const stop = endAfter(setup.lengthMs, setup.stop).signal;
  const connections = [
    httpConnection(ground, server!, "2026-07-28", `${name}-writer1`),
    httpConnection(ground, server!, "handshake", `${name}-writer2`),
    stdioConnection(ground, { home }, "handshake", `${name}-stdio1`),
  ];
  const basics = { journal: scene.journal, tally, stop };
  const writers = connections.map((connection) =>
    runWriter({
      connection,
      random: random.fork(connection.name),
      shared: `${name}-shared`,
      pauseMs: 20,
      ...basics,
    }),
  );
  await Promise.all([
    settle(ground, {
      ...Object.fromEntries(writers.map((writer, i) => [`${name} writer ${i + 1}`, writer])),
      probe: runProbe({ ground, server: server!, journal: scene.journal, stop, disturbance: () => 0 }),
      kills: runKills({
        servers: [server!],
        stdio: connections.slice(2),
        random: random.fork("kills"),
        tally,
        stop,
      }),
      disk: fillAndFree(),
    }),
  ]);
  rmSync(join(home, "ballast"), { force: true });
  await Promise.all(connections.map((connection) => connection.close()));
  await scene.finish();
  return true;

  async function fillAndFree(): Promise<void> {
    const draw = random.fork("disk");
    while (!stop.aborted) {
      await pause(draw.between(300, 2_000), stop);
      const { bavail, bsize } = statfsSync(home!);
      const rest = Math.max(0, bavail * bsize - draw.pick([0, 8, 64, 300]) * 1024);
      tally.attacks += 1;
      try {
        writeFileSync(join(home!, "ballast"), Buffer.alloc(rest));
      } catch {
        // A server took the last blocks first: the disk is full all the same.
      }
      await pause(draw.between(300, 2_000), stop);
      rmSync(join(home!, "ballast"), { force: true });
    }
  }
}
