import { Hono } from "hono";
import { expect, test } from "vitest";
import { scheduleFairly } from "./fair-scheduling.ts";

test("[SA7] starts a bounded number of simultaneous requests per event loop turn, in order, and answers all", async () => {
  let turn = 0;
  const begun: (readonly [number: number, turn: number])[] = [];
  const app = new Hono().use(scheduleFairly(3)).get("/:number", (context) => {
    begun.push([Number(context.req.param("number")), turn]);
    return context.text("ok");
  });
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const answers = await Promise.all(Array.from({ length: 10 }, (_, number) => app.request(`/${number}`)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(begun.map(([number]) => number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const perTurn = Map.groupBy(begun, ([, when]) => when);
  expect([...perTurn.values()].map((those) => those.length)).toEqual([3, 3, 3, 1]);
  isOver = true;
});

test("[SA7] starts a request at once when the queue is empty", async () => {
  let begun = 0;
  const app = new Hono().use(scheduleFairly(1)).get("/", (context) => {
    begun += 1;
    return context.text("ok");
  });
  await Promise.all([app.request("/"), app.request("/"), app.request("/")]);
  await new Promise(setImmediate);
  const answer = app.request("/");
  await Promise.resolve();
  expect(begun).toBe(4);
  expect((await answer).status).toBe(200);
});
