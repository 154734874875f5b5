import { expect, onTestFinished, test } from "vitest";
import { FITTING } from "./client-openings.ts";
import { connect } from "./connect.ts";

test("[HN10] the session of a thought without a handle is found by the index of open chains", async () => {
  const db = await connect(":memory:");
  onTestFinished(() => db.close());
  const plan = db.prepare(`EXPLAIN QUERY PLAN ${FITTING}`).all("client:editor", 4, 2);
  const steps = plan.map(({ detail }) => String(detail)).filter((detail) => /client_opening/.test(detail));
  expect(steps).toHaveLength(2);
  for (const step of steps)
    expect(step).toContain("INDEX client_opening_number (client=? AND open_number=?)");
});
