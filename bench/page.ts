import { launchBrowser } from "../test/web/support.ts";
import { printedAddress } from "./http.ts";
import { fillSession } from "./page/fill.ts";
import { type FirstLoad, measureFirstLoad } from "./page/first-load.ts";
import { measureGraph } from "./page/graph.ts";
import { type Arriving, measureArriving } from "./page/live.ts";
import { measureOpening, type Opening } from "./page/open.ts";
import { launchPlainBrowser } from "./page/plain-browser.ts";
import { measureScrolling } from "./page/scroll.ts";
import type { Trace } from "./page/trace.ts";
import type { Cell, Check, Table } from "./report.ts";
import type { Scale } from "./scale.ts";
import { clew, environment, startStdio } from "./servers.ts";
import type { Workspace } from "./workspace.ts";

const openTarget = 1_000;
const frameTarget = 50;
const wireTarget = 150;

/** Benchmark 13: large sessions in a browser, measured by the browser's own tracing. */
export async function measurePage(workspace: Workspace, scale: Scale): Promise<readonly Table[]> {
  const home = workspace.folder();
  const large = { id: "large", thoughts: scale.pageThoughts };
  const huge = { id: "huge", thoughts: scale.pageManyThoughts };
  for (const { id, thoughts } of [large, huge]) await fillSession(home, id, thoughts);
  const server = workspace.start(clew.http!(home), environment(home));
  const { origin } = await printedAddress(server, clew.name);
  const agent = await startStdio(workspace, clew, home);
  await using browser = await launchPlainBrowser();

  const wire = await measureFirstLoad(browser, origin);
  const openings: (readonly [number, Opening])[] = [];
  for (const { id, thoughts } of [large, huge])
    openings.push([thoughts, await measureOpening(browser, origin, id, scale.pageOpens)]);
  const outline = await measureScrolling(browser, origin, large.id, scale.pageSkimmed);
  const graph = await graphOf(origin, large.id);
  const arrivals: (readonly [number, Arriving])[] = [];
  for (const session of [large, huge])
    arrivals.push([
      session.thoughts,
      await measureArriving(browser, origin, agent, session, scale.pageAppends),
    ]);
  await agent.close();
  await workspace.end(server);
  return [
    openingTable(wire, openings, scale),
    movingTable(outline, graph, scale),
    arrivingTable(arrivals, scale),
  ];
}

/** Only the graph is measured in a browser with GPU emulation. */
async function graphOf(origin: string, id: string): ReturnType<typeof measureGraph> {
  await using browser = await launchBrowser();
  return await measureGraph(browser, origin, id);
}

function openingTable(
  { files, data }: FirstLoad,
  openings: readonly (readonly [number, Opening])[],
  { pageOpens }: Scale,
): Table {
  const kilobytes = (files + data) / 1_000;
  return {
    title: "Opening the page",
    note:
      `Medians of ${pageOpens} fresh contexts, from the start of the navigation. Readable: the first thought has its text. ` +
      "Settled: all marks are there, and what is in sight has its texts and does not change any more.",
    columns: ["what", "readable ms", "settled ms", "longest task ms", "its work ms", "over the wire kB"],
    rows: [
      ["the list of sessions", "", "", "", "", kilobytes],
      ...openings.map(([thoughts, { readable, settled, longest, longestWork }]): readonly Cell[] => [
        `a session of ${thoughts.toLocaleString("en-US")}`,
        readable,
        settled,
        longest,
        longestWork,
        "",
      ]),
    ],
    checks: [
      atMost("page: first load", kilobytes, wireTarget, " kB"),
      ...openings
        .slice(0, 1)
        .map(([thoughts, { settled }]) =>
          atMost(
            `page: opening ${thoughts.toLocaleString("en-US")} thoughts, settled`,
            settled,
            openTarget,
            " ms",
          ),
        ),
    ],
  };
}

function movingTable(
  { skim, whole, keys }: Awaited<ReturnType<typeof measureScrolling>>,
  { pan, zoom }: Awaited<ReturnType<typeof measureGraph>>,
  { pageThoughts }: Scale,
): Table {
  const scrolled = [
    ["outline, skimmed with the wheel", skim],
    ["outline, all of it with the wheel", whole],
    ["outline, thought by thought with a key", keys],
  ] as const;
  const row = (name: string, { longest, longestWork, gaps, rate }: Trace): readonly Cell[] => [
    name,
    longest,
    longestWork,
    Math.max(...gaps),
    gaps.filter((gap) => gap > frameTarget).length,
    rate,
  ];
  return {
    title: "Moving through a session",
    note: `${pageThoughts.toLocaleString("en-US")} thoughts. Work: what the processor did for a task. The graph is drawn by a processor that imitates a graphics card.`,
    columns: ["what", "longest task ms", "longest work ms", "longest gap ms", "gaps over 50 ms", "frames/s"],
    rows: [
      ...scrolled.map(([name, trace]) => row(name, trace)),
      row("graph, moved", pan),
      row("graph, zoomed", zoom),
    ],
    checks: scrolled.flatMap(([name, { longestWork, gaps }]) => [
      atMost(`page: ${name}: longest task, its work`, longestWork, frameTarget, " ms"),
      atMost(`page: ${name}: longest gap between frames`, Math.max(...gaps), frameTarget, " ms"),
    ]),
  };
}

function arrivingTable(arrivals: readonly (readonly [number, Arriving])[], { pageAppends }: Scale): Table {
  const named = arrivals.map(
    ([thoughts, arriving]) => [`a session of ${thoughts.toLocaleString("en-US")}`, arriving] as const,
  );
  return {
    title: "Thoughts that arrive",
    note: `${pageAppends} thoughts of another process, some of them on new branches, while a thought in the middle is read.`,
    columns: ["what", "longest task ms", "longest work ms", "moved px"],
    rows: named.map(([name, { trace, moved }]) => [name, trace.longest, trace.longestWork, moved]),
    checks: named.flatMap(([name, { trace, moved }]) => [
      atMost(
        `page: thoughts arrive in ${name}: longest task, its work`,
        trace.longestWork,
        frameTarget,
        " ms",
      ),
      atMost(`page: thoughts arrive in ${name}: what is read moves`, moved, 0, " px"),
    ]),
  };
}

function atMost(name: string, value: number, target: number, unit: string): Check {
  return { name, value, sense: "at most", target, unit };
}
