import {
  type Analysis,
  BRIEF_TOKENS,
  Failure,
  SESSION_STATES,
  Source,
  sessionState,
} from "../ledger/index.ts";
import { createSessions, hitView, isInState, RECALL_KINDS, stateFilter } from "../sessions/index.ts";
import type { Store } from "../store/port.ts";
import { coloursOf } from "./colours.ts";
import { CommandFailure, type DefineCommand } from "./command.ts";
import { findSessionId } from "./find-session-id.ts";
import { readChoice, readCount, readEdge } from "./flag-value.ts";
import { defineComparisons } from "./sessions/compare.ts";
import { AS_OF, type DefineOnLedger, findAsOf, type SessionFlags } from "./sessions/define.ts";
import { defineEdits } from "./sessions/edit.ts";
import { defineErasures } from "./sessions/erase.ts";
import { defineExport } from "./sessions/export.ts";
import { definePrune } from "./sessions/prune.ts";
import { ledgerSettings, withSettings } from "./settings.ts";
import { line, paragraph, safeJson, table } from "./table.ts";

/** `clew sessions`: lists, shows and edits the sessions of the ledger. */
export const sessions: DefineCommand = (program, terminal, services) => {
  const group = program
    .command("sessions")
    .description(
      "list, show, search, brief, analyze, export, rename, tag, archive, compare, merge, redact, delete and prune sessions",
    );
  const define: DefineOnLedger = (usage, description, work) => {
    const command = group.command(usage).description(description);
    const argumentNames = command.registeredArguments.map((argument) => argument.name());
    return withSettings(command, ledgerSettings).action(async (...input: unknown[]) => {
      const flags = input.at(-2) as SessionFlags;
      const config = services.config({ ...flags });
      const store = await services.openLedger(config);
      try {
        const ledger = createSessions(store, { ...config, home: services.dataHome(config) });
        const session = flags.session === undefined ? undefined : await findSessionId(store, flags.session);
        const args: string[] = [];
        for (const [index, given] of input.slice(0, -2).entries())
          for (const one of [given].flat())
            if (one !== undefined) args.push(await resolveId(store, argumentNames[index]!, String(one)));
        await work(ledger, { ...flags, ...(session !== undefined && { session }) }, args);
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== "SESSION_NOT_FOUND") throw error;
        const { sessionId = "" } = error.data as { readonly sessionId?: string };
        throw new CommandFailure(
          `no session '${line(sessionId, 80)}'. Run \`clew sessions list\` to see the sessions.`,
        );
      } finally {
        await store.close();
      }
    });
  };
  const json = (value: unknown) => terminal.out(`${safeJson(JSON.stringify(value, null, 2))}\n`);

  const colours = coloursOf(terminal);
  const { bold, cyan, dim } = colours;
  const output = { out: terminal.out, json, terminal, services };
  defineEdits(define, output);
  defineErasures(define, output);
  defineExport(define, output);
  defineComparisons(define, output);
  definePrune(define, output);

  define("list", "sessions, newest activity first", async (ledger, flags) => {
    const at = Date.now();
    const state = flags.state === undefined ? undefined : readChoice("--state", flags.state, SESSION_STATES);
    const listed = await ledger.list({
      limit: readCount("--limit", flags.limit ?? "50"),
      project: flags.project,
      tags: flags.tag,
      status:
        flags.status === undefined
          ? undefined
          : readChoice("--status", flags.status, ["active", "completed"] as const),
      archived: flags.archived ? "only" : undefined,
      ...stateFilter(state, at),
    });
    const found = listed.filter((one) => isInState(one, state, at));
    if (flags.json) return json(found);
    if (found.length === 0) return terminal.out(`${nothingListed(flags)}\n`);
    const rows = found.map((one) => [
      line(one.id),
      String(one.thoughtCount),
      String(one.branchCount),
      sessionState(one, at),
      one.updatedAt.slice(0, 16).replace("T", " "),
      line(one.title, 50),
    ]);
    terminal.out(table(["ID", "THOUGHTS", "BRANCHES", "STATE", "LAST ACTIVITY", "TITLE"], rows, colours));
  })
    .option("--project <name>", "only this project")
    .option("--tag <tag...>", "only sessions with all of these tags")
    .option("--state <state>", "active (changed in the last 5 minutes), unfinished or complete")
    .option("--status <status>", "active or completed, whenever it changed")
    .option("--archived", "only archived sessions, which are left out otherwise")
    .option("--limit <number>", "how many, at most 1000", "50")
    .option("--json", "for scripts");

  define("show <id>", "one session with its thoughts", async (now, flags, [id]) => {
    const { ledger, session } = await findAsOf(now, id!, flags);
    if (flags.json) {
      return json({ ...session, thoughts: await Array.fromAsync(ledger.allThoughts(session.id)) });
    }
    terminal.out(
      `${bold(line(session.title))}\n${dim(`${line(session.id)} · ${sessionState(session, Date.now())} · ${session.thoughtCount} ${session.thoughtCount === 1 ? "thought" : "thoughts"}`)}\n`,
    );
    for await (const thought of ledger.allThoughts(session.id)) {
      const branch = thought.branchId === undefined ? "" : ` [${line(thought.branchId, 40)}]`;
      const revision = thought.isRevision ? ` revises ${thought.revises}` : "";
      terminal.out(
        `\n${cyan(`${thought.number}/${thought.total}`)}${dim(`${branch}${revision} · ${thought.createdAt}`)}\n${paragraph(thought.content)}\n`,
      );
    }
  })
    .option(...AS_OF)
    .option("--json", "for scripts");

  define(
    "search <words...>",
    "thoughts that contain these words, best first",
    async (ledger, flags, words) => {
      const hits = await ledger.search({
        text: words.join(" "),
        limit: readCount("--limit", flags.limit ?? "20"),
        project: flags.project,
        tags: flags.tag,
        source: flags.source === undefined ? undefined : readChoice("--source", flags.source, Source.options),
        sessionId: flags.session,
        kind: flags.kind === undefined ? undefined : readChoice("--kind", flags.kind, RECALL_KINDS),
        since: flags.since === undefined ? undefined : readEdge("since", flags.since),
        until: flags.until === undefined ? undefined : readEdge("until", flags.until),
        archived: flags.archived,
      });
      const results = hits.map(hitView);
      if (flags.json) return json({ results });
      if (results.length === 0)
        return terminal.out(`No ${flags.kind === "note" ? "note" : "thought"} contains these words.\n`);
      for (const hit of results) {
        const number = hit.thoughtNumber === 0 ? "" : ` #${hit.thoughtNumber}`;
        const by = "note" in hit ? `, note from ${line(hit.note.author, 40)}` : "";
        terminal.out(
          `${cyan(`${line(hit.sessionId)}${number}`)}${by}  ${line(hit.title, 50)}\n    ${line(hit.snippet, 200)}\n`,
        );
      }
    },
  )
    .option("--project <name>", "only this project")
    .option("--tag <tag...>", "only sessions with all of these tags")
    .option("--source <source>", "only thoughts that came through this tool")
    .option("--session <id>", "only this session")
    .option(
      "--kind <kind>",
      `only thoughts that state such a fact, or people's notes: ${RECALL_KINDS.join(", ")}`,
    )
    .option("--since <time>", "only thoughts from this time on: 2026-11-15, 2026-11-15T10:00:00Z")
    .option("--until <time>", "only thoughts up to this time; a day counts whole")
    .option("--archived", "also in archived sessions")
    .option("--limit <number>", "how many, at most 200", "20")
    .option("--json", "for scripts");

  define("brief <id>", "a short summary of one session, for resuming it", async (now, flags, [id]) => {
    const { ledger, session } = await findAsOf(now, id!, flags);
    const most = readCount("--max-tokens", flags.maxTokens ?? String(BRIEF_TOKENS));
    const result = await ledger.brief(session.id, most);
    if (flags.json) return json(result);
    terminal.out(paragraph(result.brief));
  })
    .option(...AS_OF)
    .option("--max-tokens <number>", "how long, at least 50", String(BRIEF_TOKENS))
    .option("--json", "for scripts");

  define("analyze <id>", "statistics of one session, with definitions", async (now, flags, [id]) => {
    const { ledger, session } = await findAsOf(now, id!, flags);
    const analysis = await ledger.analyse(session.id);
    if (flags.json) return json(analysis);
    terminal.out(`${bold(line(session.title))}\n${dim(line(session.id))}\n\n${analysisTable(analysis)}`);
  }).option("--json", "for scripts");
};

/** Expands an abbreviated session id; other arguments stay unchanged. */
async function resolveId(store: Store, argument: string, given: string): Promise<string> {
  if (["id", "ids", "other"].includes(argument)) return findSessionId(store, given);
  if (argument !== "thought") return given;
  const hash = given.lastIndexOf("#");
  return hash < 1 ? given : (await findSessionId(store, given.slice(0, hash))) + given.slice(hash);
}

/** The message for an empty list: which filters to remove, or how to start. */
function nothingListed({ project, tag, state, status, archived }: SessionFlags): string {
  const filters = [
    ...(project === undefined ? [] : [["--project", line(project, 80)]]),
    ...(tag === undefined ? [] : [["--tag", line(tag.join(" "), 80)]]),
    ...(state === undefined ? [] : [["--state", state]]),
    ...(status === undefined ? [] : [["--status", status]]),
    ...(archived ? [["--archived"]] : []),
  ];
  if (filters.length === 0)
    return "No sessions yet. Connect a client with `clew connect`, or run `clew demo` to see an example.";
  const matched = filters.map((filter) => filter.join(" ")).join(" and ");
  const names = filters.map(([name]) => name).join(" or ");
  return `No session matches ${matched}. Leave out ${names} to list more.`;
}

/** An analysis as a table: each value with its definition. */
function analysisTable({ metadata, structure, quality, definitions }: Analysis): string {
  const values: Readonly<Record<string, string | number | boolean>> = {
    ...metadata,
    ...structure,
    ...quality,
  };
  const rows = Object.entries(values).map(([name, value]) => [
    name,
    displayValue(name, value),
    definitions[name as keyof typeof definitions],
  ]);
  return table(["STATISTIC", "VALUE", "MEANING"], rows);
}

function displayValue(name: string, value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return name === "createdAt" ? String(value).slice(0, 16).replace("T", " ") : String(value);
}
