import { type Clock, systemClock } from "../clock.ts";
import { DATABASE_TIME, type Queryable } from "./database.ts";

/** How long a measured difference counts. */
const MEASURED_MS = 60_000;

/**
 * The database's clock, which dates what every server writes, whatever their own clocks say. The difference is measured
 * now and then: asking for each thought would cost a round trip. It never goes backwards.
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
          // A database that is away now is asked again in a minute.
          () => {},
        );
      }
      last = Math.max(last, Math.round(here + difference));
      return last;
    },
  };
}

/** The database's clock less the time since this process began, which no change of the machine's clock touches. */
async function measure(db: Queryable): Promise<number> {
  const asked = performance.now();
  const [row] = await db.query(`SELECT ${DATABASE_TIME} AS now`);
  return (row!.now as number) - (asked + performance.now()) / 2;
}
