import { pause } from "../pace.ts";
import type { RoundSetup } from "../round.ts";
import type { Scene } from "../scene.ts";

/** Kills and restarts the database server at random moments, where this run started it. */
export async function runDatabaseKills(
  { database, random, ground }: RoundSetup,
  scene: Scene,
  stop: AbortSignal,
): Promise<void> {
  const draw = random.fork("database");
  while (database !== undefined && !stop.aborted) {
    await pause(draw.between(2_000, 9_000), stop);
    if (stop.aborted) return;
    ground.tally.databaseKills += 1;
    scene.disturbances += 1;
    if (draw.chance(0.7)) {
      await database.kill();
      await pause(draw.between(0, 1_500), stop);
      await database.start();
    } else await database.restart();
    // Calls that were under way while it was down do not count as silence.
    scene.disturbances += 1;
  }
}
