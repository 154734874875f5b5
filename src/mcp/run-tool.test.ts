import { expect, test } from "vitest";
import { createInFlightCalls } from "./run-tool.ts";

test("[P13] waits for calls in flight before it ends, but not forever", async () => {
  const inFlight = createInFlightCalls();
  await inFlight.answered(60_000);
  const [one, two] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const added = [inFlight.add(one.promise), inFlight.add(two.promise)];
  let isOver = false;
  const answered = inFlight.answered(60_000).then(() => {
    isOver = true;
  });
  one.resolve("done");
  expect(await added[0]).toBe("done");
  expect(isOver).toBe(false);
  two.reject(new Error("failed"));
  await expect(added[1]).rejects.toThrow("failed");
  await answered;
  void inFlight.add(new Promise(() => {}));
  await inFlight.answered(1);
});
