import { type Clock, systemClock } from "../clock.ts";
import { DATABASE_TIME, type Queryable } from "./database.ts";

/** How often to measure the difference between the clocks. */
const MEASURED_MS = 60_000;

/**
 * A clock that follows the database's, so that all servers write comparable times. It measures the difference once a
 * minute, because asking for each thought would cost a round trip. It never goes backwards.
 */
export async function databaseClock(db: Queryable): Promise<Clock> {
  let difference = await measure(db);
  let measuredAt = performance.now();
  let last = 0;
  return {
    ...systemClock,
    now() {
      const here = performance.now();
      if (here - measuredAt > MEASURED_MS) {
        measuredAt = here;
        measure(db).then(
          (measured) => {
            difference = measured;
          },
          // If the database is unreachable, it tries again in a minute.
          () => {},
        );
      }
      last = Math.max(last, Math.round(here + difference));
      return last;
    },
  };
}

/** The difference to `performance.now()`, which changes of the machine's clock do not affect. */
async function measure(db: Queryable): Promise<number> {
  const sentAt = performance.now();
  const [row] = await db.query(`SELECT ${DATABASE_TIME} AS now`);
  return (row!.now as number) - (sentAt + performance.now()) / 2;
}
