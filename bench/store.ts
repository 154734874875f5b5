import { once } from "node:events";
import type { SearchQuery, Store } from "../src/store/port.ts";
import { fillLedger, openLedger, placeOf, sessionName } from "./ledger.ts";
import { endedChildrenTime, median, percentile, timed } from "./measure.ts";
import type { Cell, Check, Table } from "./report.ts";
import type { Scale } from "./scale.ts";
import { clew, clewCommand, environment } from "./servers.ts";
import { type Start, startInTurn } from "./start.ts";
import { word } from "./thoughts.ts";
import type { Workspace } from "./workspace.ts";

const startTarget = 1.2;
const lookupTarget = 50;
/** Milliseconds of processor time of `clew sessions list`. */
const listTarget = 150;
const commandRuns = 5;

interface Lookup {
  readonly name: string;
  readonly look: (store: Store, turn: number) => Promise<readonly unknown[]>;
  /** The fewest rows it must find, so that a wrong answer does not count as a fast one. */
  readonly least: number;
  /** The same question through the command. */
  readonly command: readonly string[];
}

/** Benchmark 4: starting on a full store, and the three things people do with it. */
export async function measureStore(workspace: Workspace, scale: Scale): Promise<Table> {
  const homes = { empty: workspace.folder(), full: workspace.folder() };
  const store = await openLedger(homes.full);
  const filled = await timed(() => fillLedger(store, scale));
  const questions = lookups(scale);
  const inProcess: number[][] = [];
  for (const question of questions) inProcess.push(await repeat(store, question, scale.lookups));
  await store.close();
  const starts = await measureStarts(workspace, homes, scale.starts);
  const throughCommand = await measureCommands(workspace, homes, questions);
  const listTime = await measureList(workspace, homes.full);
  const count = scale.storedSessions * scale.thoughtsPerSession;
  return {
    title: "A full store",
    note:
      `${scale.storedSessions} sessions x ${scale.thoughtsPerSession} thoughts, written through the store in ` +
      `${(filled / 1_000).toFixed(1)} s (${Math.round((count / filled) * 1_000).toLocaleString("en-US")}/s). ` +
      "Targets are held against the store in this process; the command's figure is its median run less a list of " +
      "an empty store.",
    columns: ["what", "p50 ms", "p95 ms", "by command, ms"],
    rows: [
      ...starts.map(({ name, firstThought }): readonly Cell[] => [name, firstThought, "", ""]),
      ...questions.map(({ name }, index): readonly Cell[] => {
        const samples = inProcess[index] ?? [];
        return [name, median(samples), percentile(samples, 0.95), throughCommand[index] ?? Number.NaN];
      }),
    ],
    checks: [
      startCheck(starts),
      {
        name: "clew sessions list, processor time",
        value: listTime,
        sense: "at most",
        target: listTarget,
        unit: " ms",
      },
      ...questions.map(({ name }, index) => lookupCheck(name, median(inProcess[index] ?? []))),
    ],
  };
}

function lookups({ storedSessions, thoughtsPerSession: limit }: Scale): readonly Lookup[] {
  const some = (turn: number): string => sessionName((turn * 7_919) % storedSessions);
  const search = (name: string, text: (turn: number) => string): Lookup => ({
    name,
    look: (store, turn) => store.search({ text: text(turn), limit: 10 }),
    least: 1,
    command: ["search", text(0), "--json"],
  });
  /** A frequent word, with each of the filters in turn. */
  const held = (name: string, least: number, filters: readonly Omit<SearchQuery, "text">[]): Lookup => ({
    name,
    look: (store, turn) => store.search({ text: word(0), limit: 10, ...filters[turn % filters.length] }),
    least,
    command: ["search", word(0), "--project", filters[0]?.project ?? "", "--json"],
  });
  return [
    {
      name: `list ${storedSessions} sessions`,
      look: (store) => store.sessions({ limit: storedSessions }),
      least: storedSessions,
      command: ["list", "--limit", `${storedSessions}`, "--json"],
    },
    {
      name: `load a session of ${limit}`,
      look: (store, turn) => store.thoughts(some(turn), { limit }),
      least: limit,
      command: ["show", some(1), "--json"],
    },
    search("search, two rare words", (turn) => `${word(4_000 + turn)} ${word(4_500 + turn)}`),
    search("search, one word", (turn) => word(500 + turn)),
    search("search, a word that is everywhere", (turn) => word(turn % 3)),
    held("search, filtered by project, tag, source or time", 1, [
      placeOf(0),
      { project: placeOf(1).project, source: "thoughtbox" },
      { tags: placeOf(1).tags },
      { since: "2020-01-01T00:00:00Z", sessionId: sessionName(0) },
    ]),
    held("search, with filters that match nothing", 0, [
      { project: "no-such-project" },
      { source: "host" },
      { tags: [...placeOf(0).tags, ...placeOf(1).tags] },
      { until: "2020-01-01T00:00:00Z" },
    ]),
  ];
}

async function repeat(store: Store, { name, look, least }: Lookup, times: number): Promise<number[]> {
  const samples: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const begin = performance.now();
    const { length } = await look(store, turn);
    samples.push(performance.now() - begin);
    if (length < least) throw new Error(`${name}: found ${length}, fewer than ${least}`);
  }
  return samples;
}

interface Homes {
  readonly empty: string;
  readonly full: string;
}

function measureStarts(workspace: Workspace, homes: Homes, times: number): Promise<readonly Start[]> {
  const starters = [
    { name: "start to first thought, empty store", contender: clew, home: () => homes.empty },
    { name: "start to first thought, full store", contender: clew, home: () => homes.full },
  ];
  return startInTurn(workspace, starters, times);
}

async function measureCommands(workspace: Workspace, homes: Homes, questions: readonly Lookup[]) {
  const run = (home: string, args: readonly string[]) => timed(() => runCommand(workspace, home, args));
  const idle: number[] = [];
  const samples = questions.map((): number[] => []);
  for (let round = 0; round < commandRuns; round += 1) {
    idle.push(await run(homes.empty, ["list", "--json"]));
    for (const [index, { command }] of questions.entries())
      samples[index]?.push(await run(homes.full, command));
  }
  return samples.map((times) => median(times) - median(idle));
}

/** Milliseconds of processor time of `clew sessions list`: the median of some runs. */
async function measureList(workspace: Workspace, home: string): Promise<number> {
  const samples: number[] = [];
  for (let round = 0; round < commandRuns; round += 1) {
    const before = endedChildrenTime();
    await runCommand(workspace, home, ["list"]);
    samples.push((endedChildrenTime() - before) / 1_000);
  }
  return median(samples);
}

async function runCommand(workspace: Workspace, home: string, args: readonly string[]): Promise<void> {
  const child = workspace.start([clewCommand, "sessions", ...args], environment(home));
  child.stdin?.end();
  child.stdout?.resume();
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`clew sessions ${args.join(" ")} ended with ${code}`);
}

function startCheck([empty, full]: readonly Start[]): Check {
  const value = (full?.firstThought ?? Number.NaN) / (empty?.firstThought ?? Number.NaN);
  return { name: "start, full / empty store", value, sense: "at most", target: startTarget, unit: "x" };
}

function lookupCheck(name: string, value: number): Check {
  return { name, value, sense: "at most", target: lookupTarget, unit: " ms" };
}
