import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Failure } from "../../ledger/index.ts";
import type { JobContext, Jobs, Tasks } from "../jobs.ts";

/** Jobs that somebody takes, as a test uses them. */
export interface OpenedJobs {
  /** Where jobs are handed in. */
  readonly jobs: Jobs;
  close(): Promise<void>;
}

/** The specification of jobs: every way to have them done passes it. `open` has somebody take these tasks. */
export function describeJobs(name: string, open: (tasks: Tasks) => Promise<OpenedJobs>): void {
  describe(`jobs: ${name}`, () => {
    const begun: string[] = [];
    const free = new Map<string, () => void>();
    /** Runs until the test lets it go, or until it is aborted. */
    const held = ({ name: job }: { readonly name: string }, { signal }: JobContext) =>
      new Promise<string>((resolve, reject) => {
        begun.push(job);
        free.set(job, () => resolve(job));
        signal.addEventListener("abort", () => reject(new Failure("CANCELLED", {})));
      });
    const tasks: Tasks = {
      "plain.echo": async (payload: unknown) => payload,
      "plain.count": async ({ to }: { readonly to: number }, { tell }) => {
        for (let n = 1; n <= to; n++) tell({ n });
        return { counted: to };
      },
      "plain.refuse": async () => {
        throw new Failure("THOUGHT_TOO_LARGE", { bytes: 9, limit: 8 });
      },
      "plain.break": async () => {
        throw new Error("an internal matter");
      },
      "plain.hold": held,
      "plain.answer": ({ name: job }: { readonly name: string }, { signal }) =>
        new Promise((resolve) => {
          begun.push(job);
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
    const hasBegun = (job: string) => expect.poll(() => begun).toContain(job);
    let homes = 0;
    const newHome = () => `home-${++homes}`;

    test("[JB1] a job's answer is the value of its task, and what it tells comes before, in order", async () => {
      const told: unknown[] = [];
      const order = { task: "plain.count", payload: { to: 50 }, onEvent: (one: unknown) => told.push(one) };
      expect(await jobs.run(order)).toEqual({ value: { counted: 50 }, takenOver: false });
      expect(told).toEqual(Array.from({ length: 50 }, (_, index) => ({ n: index + 1 })));
      const odd = { text: "NUL \u0000 and ñ", list: [1, null, { deep: true }] };
      expect(await valueFrom({ task: "plain.echo", payload: odd })).toEqual(odd);
    });

    test("[JB2] a failure travels by its code; what is none is INTERNAL", async () => {
      const refused = await valueFrom({ task: "plain.refuse", payload: {} }).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(Failure);
      expect(refused).toMatchObject({ code: "THOUGHT_TOO_LARGE", data: { bytes: 9, limit: 8 } });
      const broken = valueFrom({ task: "plain.break", payload: {} });
      await expect(broken).rejects.toMatchObject({ code: "INTERNAL" });
    });

    test("[JB3] a job that runs is cancelled by its signal; one that waits never begins", async () => {
      const home = newHome();
      const stop = new AbortController();
      const running = valueFrom({ task: "plain.hold", payload: { name: "a" }, home, signal: stop.signal });
      await hasBegun("a");
      const stopWaiting = new AbortController();
      const waiting = valueFrom({
        task: "plain.hold",
        payload: { name: "b" },
        home,
        signal: stopWaiting.signal,
      });
      const third = valueFrom({ task: "plain.echo", payload: 3, home });
      await expect.poll(async () => (await jobs.underWay(home)).length).toBe(3);
      stopWaiting.abort();
      stop.abort();
      const cancelled = { status: "rejected", reason: { code: "CANCELLED" } };
      const ended = await Promise.allSettled([running, waiting, third]);
      expect(ended).toMatchObject([cancelled, cancelled, { status: "fulfilled", value: 3 }]);
      expect(begun).not.toContain("b");
      const never = valueFrom({ task: "plain.hold", payload: { name: "c" }, signal: AbortSignal.abort() });
      await expect(never).rejects.toMatchObject({ code: "CANCELLED" });
      expect(begun).not.toContain("c");
    });

    test("[JB4] jobs of one home come one after another in their order, those of two homes at once", async () => {
      const [one, two] = [newHome(), newHome()];
      const hold = (job: string, home: string) =>
        valueFrom({ task: "plain.hold", payload: { name: job }, home });
      const first = hold("1a", one);
      await hasBegun("1a");
      const second = hold("1b", one);
      await expect.poll(async () => (await jobs.underWay(one)).length).toBe(2);
      const other = hold("2a", two);
      await hasBegun("2a");
      expect(begun).not.toContain("1b");
      expect((await jobs.underWay(one)).map(({ payload }) => payload)).toEqual([
        { name: "1a" },
        { name: "1b" },
      ]);
      free.get("1a")!();
      expect(await first).toBe("1a");
      await hasBegun("1b");
      free.get("1b")!();
      free.get("2a")!();
      expect(await Promise.all([second, other])).toEqual(["1b", "2a"]);
      expect(await jobs.underWay(one)).toEqual([]);
    });

    test("[JB22] it is told how many take each kind of job", async () => {
      expect(await jobs.workers()).toEqual({ plain: 1 });
    });

    test("[JB5] interrupting a home ends what runs there of these tasks, and its caller is answered", async () => {
      const home = newHome();
      expect(await jobs.interrupt(home, ["plain.answer"])).toBe(false);
      const running = valueFrom({ task: "plain.answer", payload: { name: "i" }, home });
      await hasBegun("i");
      const next = valueFrom({ task: "plain.echo", payload: "next", home });
      expect(await jobs.interrupt(home, ["plain.hold"])).toBe(false);
      expect(await jobs.interrupt(home, ["plain.answer"])).toBe(true);
      expect(await running).toBe("ended early");
      expect(await next).toBe("next");
    });
  });
}
