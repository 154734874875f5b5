import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Failure } from "../../ledger/index.ts";
import type { JobContext, Jobs, Tasks } from "../jobs.ts";

/** Jobs with a worker, for a test. */
export interface OpenedJobs {
  readonly jobs: Jobs;
  close(): Promise<void>;
}

/** The specification of jobs, which every implementation passes. `open` starts a worker for these tasks. */
export function describeJobs(name: string, open: (tasks: Tasks) => Promise<OpenedJobs>): void {
  describe(`jobs: ${name}`, () => {
    const started: string[] = [];
    const release = new Map<string, () => void>();
    /** Runs until the test releases it or its signal aborts. */
    const holdTask = ({ name: job }: { readonly name: string }, { signal }: JobContext) =>
      new Promise<string>((resolve, reject) => {
        started.push(job);
        release.set(job, () => resolve(job));
        signal.addEventListener("abort", () => reject(new Failure("CANCELLED", {})));
      });
    const tasks: Tasks = {
      "plain.echo": async (payload: unknown) => payload,
      "plain.count": async ({ to }: { readonly to: number }, { emit }) => {
        for (let n = 1; n <= to; n++) emit({ n });
        return { counted: to };
      },
      "plain.refuse": async () => {
        throw new Failure("THOUGHT_TOO_LARGE", { bytes: 9, limit: 8 });
      },
      "plain.break": async () => {
        throw new Error("a bug");
      },
      "plain.hold": holdTask,
      "plain.answer": ({ name: job }: { readonly name: string }, { signal }) =>
        new Promise((resolve) => {
          started.push(job);
          signal.addEventListener("abort", () => resolve("ended early"));
        }),
    };
    let opened: OpenedJobs;
    let jobs: Jobs;
    beforeAll(async () => {
      opened = await open(tasks);
      jobs = opened.jobs;
    });
    afterAll(() => opened.close());
    const valueFrom = async (...[order]: Parameters<Jobs["run"]>) => (await jobs.run(order)).value;
    const hasStarted = (job: string) => expect.poll(() => started).toContain(job);
    let keys = 0;
    const newKey = () => `key-${++keys}`;

    test("[JB1] a job's answer is the value of its task; its events arrive before, in order", async () => {
      const events: unknown[] = [];
      const order = { task: "plain.count", payload: { to: 50 }, onEvent: (one: unknown) => events.push(one) };
      expect(await jobs.run(order)).toEqual({ value: { counted: 50 }, takenOver: false });
      expect(events).toEqual(Array.from({ length: 50 }, (_, index) => ({ n: index + 1 })));
      const odd = { text: "NUL \u0000 and ñ", list: [1, null, { deep: true }] };
      expect(await valueFrom({ task: "plain.echo", payload: odd })).toEqual(odd);
    });

    test("[JB2] a failure reaches the caller by its code; any other error is INTERNAL", async () => {
      const refused = await valueFrom({ task: "plain.refuse", payload: {} }).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(Failure);
      expect(refused).toMatchObject({ code: "THOUGHT_TOO_LARGE", data: { bytes: 9, limit: 8 } });
      const broken = valueFrom({ task: "plain.break", payload: {} });
      await expect(broken).rejects.toMatchObject({ code: "INTERNAL" });
    });

    test("[JB3] a signal cancels a running job; a waiting one never starts", async () => {
      const ownerKey = newKey();
      const stop = new AbortController();
      const running = valueFrom({
        task: "plain.hold",
        payload: { name: "a" },
        ownerKey,
        signal: stop.signal,
      });
      await hasStarted("a");
      const stopWaiting = new AbortController();
      const waiting = valueFrom({
        task: "plain.hold",
        payload: { name: "b" },
        ownerKey,
        signal: stopWaiting.signal,
      });
      const third = valueFrom({ task: "plain.echo", payload: 3, ownerKey });
      await expect.poll(async () => (await jobs.inFlight(ownerKey)).length).toBe(3);
      stopWaiting.abort();
      stop.abort();
      const cancelled = { status: "rejected", reason: { code: "CANCELLED" } };
      const ended = await Promise.allSettled([running, waiting, third]);
      expect(ended).toMatchObject([cancelled, cancelled, { status: "fulfilled", value: 3 }]);
      expect(started).not.toContain("b");
      const never = valueFrom({ task: "plain.hold", payload: { name: "c" }, signal: AbortSignal.abort() });
      await expect(never).rejects.toMatchObject({ code: "CANCELLED" });
      expect(started).not.toContain("c");
    });

    test("[JB4] jobs with one owner key run one after another, in order; those of two keys run at the same time", async () => {
      const [one, two] = [newKey(), newKey()];
      const hold = (job: string, ownerKey: string) =>
        valueFrom({ task: "plain.hold", payload: { name: job }, ownerKey });
      const first = hold("1a", one);
      await hasStarted("1a");
      const second = hold("1b", one);
      await expect.poll(async () => (await jobs.inFlight(one)).length).toBe(2);
      const other = hold("2a", two);
      await hasStarted("2a");
      expect(started).not.toContain("1b");
      expect((await jobs.inFlight(one)).map(({ payload }) => payload)).toEqual([
        { name: "1a" },
        { name: "1b" },
      ]);
      release.get("1a")!();
      expect(await first).toBe("1a");
      await hasStarted("1b");
      release.get("1b")!();
      release.get("2a")!();
      expect(await Promise.all([second, other])).toEqual(["1b", "2a"]);
      expect(await jobs.inFlight(one)).toEqual([]);
    });

    test("[JB22] counts the workers of each kind of task", async () => {
      expect(await jobs.workers()).toEqual({ plain: 1 });
    });

    test("[JB5] interrupt aborts the running job of these tasks, and its caller gets an answer", async () => {
      const ownerKey = newKey();
      expect(await jobs.interrupt(ownerKey, ["plain.answer"])).toBe(false);
      const running = valueFrom({ task: "plain.answer", payload: { name: "i" }, ownerKey });
      await hasStarted("i");
      const next = valueFrom({ task: "plain.echo", payload: "next", ownerKey });
      expect(await jobs.interrupt(ownerKey, ["plain.hold"])).toBe(false);
      expect(await jobs.interrupt(ownerKey, ["plain.answer"])).toBe(true);
      expect(await running).toBe("ended early");
      expect(await next).toBe("next");
    });
  });
}
