import type { Command } from "commander";
import type { Invocation } from "../ledger/index.ts";
import type { Store } from "../store/port.ts";
import { coloursOf } from "./colours.ts";
import { CommandFailure, type DefineCommand } from "./command.ts";
import { matchSessionId } from "./find-session-id.ts";
import { readChoice, readCount, readEdge } from "./flag-value.ts";
import { invocationPage, invocationTable, statsTable } from "./invocations/invocation-tables.ts";
import { ledgerSettings, withSettings } from "./settings.ts";
import { line, safeJson } from "./table.ts";

interface Flags {
  readonly json?: boolean;
  readonly tool?: string;
  readonly session?: string;
  readonly failed?: boolean;
  readonly kind?: string;
  readonly since?: string;
  readonly until?: string;
  readonly before?: string;
  readonly limit: string;
}

const KINDS: readonly Invocation["kind"][] = ["tool", "model"];
const NONE = "No matching calls. Servers record the calls of their tools and models while they run.\n";

/** `clew invocations`: calls of tools and models, for people and scripts. */
export const invocations: DefineCommand = (program, terminal, services) => {
  const group = program
    .command("invocations")
    .description("list, show and count the calls of tools and models");
  const define = <T>(
    usage: string,
    description: string,
    find: (store: Store, flags: Flags, id: string) => Promise<T>,
    show: (found: T) => string,
  ): Command => {
    const command = group.command(usage).description(description);
    return withSettings(command, ledgerSettings).action(async (...given: unknown[]) => {
      const flags = given.at(-2) as Flags;
      const store = await services.openLedger(services.config({ ...flags }));
      const found = await find(store, flags, String(given[0])).finally(() => store.close());
      terminal.out(flags.json ? `${safeJson(JSON.stringify(found, null, 2))}\n` : show(found));
    });
  };

  define(
    "list",
    "calls, newest first",
    async (store, flags) =>
      store.invocations({
        ...(flags.tool !== undefined && { tool: flags.tool }),
        ...(flags.session !== undefined && {
          // Refused calls name sessions that do not exist.
          sessionId: (await matchSessionId(store, flags.session)) ?? flags.session,
        }),
        ...(flags.failed && { success: false }),
        ...(flags.kind !== undefined && { kind: readChoice("--kind", flags.kind, KINDS) }),
        ...edges(flags),
        ...(flags.before !== undefined && { before: flags.before }),
        limit: readCount("--limit", flags.limit),
      }),
    (found) => (found.length === 0 ? NONE : invocationTable(found, coloursOf(terminal))),
  )
    .option("--tool <name>", "only calls of this tool, or of this engine")
    .option("--session <id>", "only calls for this session")
    .option("--failed", "only calls that failed")
    .option("--kind <kind>", "tool or model")
    .option("--since <time>", "only calls from this time on: 2026-11-15, 2026-11-15T10:00:00Z")
    .option("--until <time>", "only calls up to this time; a day counts whole")
    .option("--before <id>", "only calls older than this one, for the next page")
    .option("--limit <number>", "how many, at most 1000", "50")
    .option("--json", "for scripts");

  define("show <id>", "one call with its input and output", find, invocationPage).option(
    "--json",
    "for scripts",
  );

  define(
    "stats",
    "statistics for each tool and model",
    async (store, flags) => store.invocationStats(edges(flags)),
    (stats) => (stats.length === 0 ? NONE : statsTable(stats)),
  )
    .option("--since <time>", "only calls from this time on")
    .option("--until <time>", "only calls up to this time; a day counts whole")
    .option("--json", "for scripts");
};

async function find(store: Store, _flags: Flags, id: string): Promise<Invocation> {
  const found = await store.invocation(id);
  if (!found)
    throw new CommandFailure(`no call '${line(id, 80)}'. Run \`clew invocations list\` to see the calls.`);
  return found;
}

function edges({ since, until }: Flags) {
  return {
    ...(since !== undefined && { since: readEdge("since", since) }),
    ...(until !== undefined && { until: readEdge("until", until) }),
  };
}
