import { expect, test } from "vitest";
import { createUnderWay } from "./under-way.ts";

test("[P13] a server that ends waits for the calls under way, but not for ever", async () => {
  const underWay = createUnderWay();
  await underWay.answered(60_000);
  const [one, two] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const added = [underWay.add(one.promise), underWay.add(two.promise)];
  let isOver = false;
  const answered = underWay.answered(60_000).then(() => {
    isOver = true;
  });
  one.resolve("done");
  expect(await added[0]).toBe("done");
  expect(isOver).toBe(false);
  two.reject(new Error("failed"));
  await expect(added[1]).rejects.toThrow("failed");
  await answered;
  void underWay.add(new Promise(() => {}));
  await underWay.answered(1);
});
