import type { Browser, Page } from "playwright-core";

/** Measurements from the browser's own tracing, in milliseconds. */
export interface Trace {
  /** From the start of the last navigation to a mark of the page. */
  sinceNavigation(mark: string): number;
  /** The longest task of the main thread: wall-clock and CPU time. */
  readonly longest: number;
  readonly longestWork: number;
  /** Times between frames that were presented or had no update. */
  readonly gaps: readonly number[];
  /** Frames per second. */
  readonly rate: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds: start, duration and CPU time. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly id2?: { readonly local?: string };
  readonly args: {
    readonly data?: { readonly type?: string };
    readonly frame_reporter?: { readonly state?: string };
  };
}

const categories = [
  "blink.user_timing",
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "disabled-by-default-devtools.timeline.frame",
];
const [begin, end] = ["bench begin", "bench end"];

/** Traces the page during `work`; `frames` selects the frames to count. */
export async function traced(
  browser: Browser,
  page: Page,
  work: () => Promise<unknown>,
  frames: "always" | "while scrolling" = "always",
): Promise<Trace> {
  await browser.startTracing(page, { categories });
  await page.evaluate((name) => performance.mark(name), begin);
  await work();
  await page.evaluate((name) => performance.mark(name), end);
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
  return read(traceEvents, frames);
}

function read(events: readonly TraceEvent[], when: "always" | "while scrolling"): Trace {
  const marked = events.findLast(({ name }) => name === end)!;
  // A navigation may change the process.
  const from = events.find(({ name }) => name === begin)!.ts;
  const own = events.filter(({ pid, ts }) => pid === marked.pid && ts >= from && ts <= marked.ts);
  const onMain = own.filter(({ tid }) => tid === marked.tid);
  const tasks = onMain.filter(({ name }) => name === "RunTask");
  const [first, last] = when === "always" ? [from, marked.ts] : whileScrolling(onMain);
  const during = (times: readonly number[]) => times.filter((at) => at >= first && at <= last);
  const frames = during(ended(own, ["STATE_PRESENTED"]));
  const inTime = during(ended(own, ["STATE_PRESENTED", "STATE_NO_UPDATE_DESIRED"]));
  return {
    sinceNavigation(mark) {
      const at = onMain.findLast(({ name }) => name === mark)!.ts;
      return (at - onMain.findLast(({ name, ts }) => name === "navigationStart" && ts <= at)!.ts) / 1_000;
    },
    longest: Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1_000,
    longestWork: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000,
    gaps: inTime.slice(1).map((at, index) => (at - inTime[index]!) / 1_000),
    rate: ((frames.length - 1) / (frames.at(-1)! - frames[0]!)) * 1e6,
  };
}

/** End times of the frames that reached one of these states. */
function ended(events: readonly TraceEvent[], states: readonly string[]): readonly number[] {
  const begun = new Set<string | undefined>();
  // A frame in which the main thread took part is reported twice.
  const times = new Set<number>();
  for (const { name, ph, id2, args, ts } of events) {
    if (name !== "PipelineReporter") continue;
    const { state = "" } = args.frame_reporter ?? {};
    if (ph === "b" && states.some((prefix) => state.startsWith(prefix))) begun.add(id2?.local);
    else if (ph === "e" && begun.delete(id2?.local)) times.add(ts);
  }
  return [...times].sort((one, other) => one - other);
}

/** The time from the first to the last scroll event. */
function whileScrolling(events: readonly TraceEvent[]): readonly [number, number] {
  const scrolls = events.filter(({ name, args }) => name === "EventDispatch" && args.data?.type === "scroll");
  return [scrolls[0]!.ts, scrolls.at(-1)!.ts];
}
