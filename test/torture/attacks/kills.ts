import type { Connection } from "../client.ts";
import type { HttpServer } from "../http-server.ts";
import { pause } from "../pace.ts";
import type { Random } from "../random.ts";
import type { Tally } from "../tally.ts";

/** What the killer works with. */
export interface KillSetup {
  readonly servers: readonly HttpServer[];
  /** Clients with a stdio server of their own. */
  readonly stdio: readonly Connection[];
  readonly random: Random;
  readonly tally: Tally;
  readonly stop: AbortSignal;
}

/** Kills one server after the other at random moments, and starts it again. */
export async function runKills({ servers, stdio, random, tally, stop }: KillSetup): Promise<void> {
  while (!stop.aborted) {
    await pause(random.between(200, 3_000), stop);
    if (stop.aborted) return;
    const victim = random.between(0, servers.length + stdio.length - 1);
    const server = servers[victim];
    if (server?.isUp) {
      tally.kills += 1;
      await (random.chance(0.85) ? server.kill() : server.stop());
      await pause(random.between(0, 500), stop);
      // A start that is cut off by the next kill is an attack too.
      await server.start();
    } else {
      const running = stdio[victim - servers.length]?.process;
      if (!running) continue;
      tally.kills += 1;
      // Its client connects again with a new server.
      await running.kill();
    }
  }
}
