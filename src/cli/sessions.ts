import { createWriteStream, renameSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Command } from "commander";
import { type ExportFormat, exportJson, exportMarkdown, sessionIdFor } from "../ledger/index.ts";
import { allThoughts, type Store } from "../store/port.ts";
import { CommandFailure, type DefineCommand } from "./command.ts";
import { ledgerSettings, withSettings } from "./settings.ts";
import { line, paragraph, safeJson, table } from "./table.ts";

interface Flags {
  readonly json?: boolean;
  readonly limit?: string;
  readonly project?: string;
  readonly tag?: string[];
  readonly status?: string;
  readonly format?: string;
  readonly output?: string;
}

/** `clew sessions`: what is in the ledger, for people and for scripts. */
export const sessions: DefineCommand = (program, terminal, services) => {
  const group = program
    .command("sessions")
    .description("list, show, search and export what is in the ledger");
  const define = (
    usage: string,
    description: string,
    work: (store: Store, flags: Flags, given: string[]) => Promise<void>,
  ): Command => {
    const command = group.command(usage).description(description);
    return withSettings(command, ledgerSettings).action(async (...given: unknown[]) => {
      const flags = given.at(-2) as Flags;
      const store = await services.openLedger(services.config({ ...flags }));
      try {
        await work(store, flags, given.slice(0, -2).flat().map(String));
      } finally {
        await store.close();
      }
    });
  };
  const json = (value: unknown) => terminal.out(`${safeJson(JSON.stringify(value, null, 2))}\n`);

  define("list", "sessions, newest activity first", async (store, flags) => {
    const found = await store.sessions({
      limit: count(flags.limit, 50),
      ...(flags.project !== undefined && { project: flags.project }),
      ...(flags.tag && { tags: flags.tag }),
      ...(flags.status !== undefined && { status: oneOf("--status", flags.status, ["active", "completed"]) }),
    });
    if (flags.json) return json(found);
    if (found.length === 0)
      return terminal.out("No sessions yet. Connect a client with `clew connect`, and let it think.\n");
    const rows = found.map((one) => [
      line(one.id),
      String(one.thoughtCount),
      String(one.branchCount),
      one.status,
      one.updatedAt.slice(0, 16).replace("T", " "),
      line(one.title, 50),
    ]);
    terminal.out(table(["ID", "THOUGHTS", "BRANCHES", "STATUS", "LAST ACTIVITY", "TITLE"], rows));
  })
    .option("--project <name>", "only this project")
    .option("--tag <tag...>", "only sessions with all of these tags")
    .option("--status <status>", "active or completed")
    .option("--limit <number>", "how many, at most 1000", "50")
    .option("--json", "for scripts");

  define("show <id>", "one session with its thoughts", async (store, flags, [id]) => {
    const session = await find(store, id!);
    if (flags.json) {
      const { windowStart: _, ...summary } = session;
      return json({ ...summary, thoughts: await Array.fromAsync(allThoughts(store, session.id)) });
    }
    terminal.out(
      `${line(session.title)}\n${line(session.id)} · ${session.status} · ${session.thoughtCount} thoughts\n`,
    );
    for await (const thought of allThoughts(store, session.id)) {
      const lane = thought.branchId === undefined ? "" : ` [${line(thought.branchId, 40)}]`;
      const revision = thought.isRevision ? ` revises ${thought.revises}` : "";
      terminal.out(
        `\n${thought.number}/${thought.total}${lane}${revision} · ${thought.createdAt}\n${paragraph(thought.content)}\n`,
      );
    }
  }).option("--json", "for scripts");

  define("search <words...>", "thoughts that hold these words, best first", async (store, flags, words) => {
    const hits = await store.search({
      text: words.join(" "),
      limit: count(flags.limit, 20),
      ...(flags.project !== undefined && { project: flags.project }),
    });
    const results = hits.map(({ thought, title, snippet, score }) => ({
      sessionId: thought.sessionId,
      title,
      thoughtNumber: thought.number,
      seq: thought.seq,
      snippet,
      score,
    }));
    if (flags.json) return json({ results });
    if (results.length === 0) return terminal.out("No thought holds any of these words.\n");
    for (const hit of results)
      terminal.out(
        `${line(hit.sessionId)} #${hit.thoughtNumber}  ${line(hit.title, 50)}\n    ${line(hit.snippet, 200)}\n`,
      );
  })
    .option("--project <name>", "only this project")
    .option("--limit <number>", "how many, at most 200", "20")
    .option("--json", "for scripts");

  define("export <id>", "one session as a document", async (store, flags, [id]) => {
    const session = await find(store, id!);
    const format: ExportFormat = oneOf("--format", flags.format ?? "markdown", ["markdown", "json"]);
    const { windowStart: _, thoughtCount: __, branchCount: ___, ...plain } = session;
    const read = () => allThoughts(store, session.id);
    const pieces =
      format === "json" ? exportJson(plain, read, new Date().toISOString()) : exportMarkdown(plain, read);
    // A document goes out as it is, but for a person who looks at it on a terminal.
    const shown = format === "json" ? safeJson : paragraph;
    if (flags.output === undefined)
      for await (const piece of pieces) terminal.out(terminal.isTerminal ? shown(piece) : piece);
    else await writeWhole(resolve(terminal.workingFolder, flags.output), pieces);
  })
    .option("--format <format>", "markdown or json", "markdown")
    .option("--output <file>", "write to this file instead of stdout");
};

async function find(store: Store, id: string) {
  const session = await store.session(sessionIdFor(id));
  if (!session)
    throw new CommandFailure(`no session '${line(id, 80)}'. \`clew sessions list\` shows what there is.`);
  return session;
}

function count(given: string | undefined, otherwise: number): number {
  const number = given === undefined ? otherwise : Number(given);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new CommandFailure(`--limit: '${given}' is not a whole number of 1 or more`, 2);
  return number;
}

function oneOf<T extends string>(flag: string, given: string, allowed: readonly T[]): T {
  const found = allowed.find((value) => value === given);
  if (found === undefined)
    throw new CommandFailure(`${flag}: '${given}' is not one of ${allowed.join(", ")}`, 2);
  return found;
}

/** Either the whole file is there afterwards, or what was there before. */
async function writeWhole(file: string, pieces: AsyncIterable<string>): Promise<void> {
  const unfinished = `${file}.${process.pid}.part`;
  try {
    await pipeline(Readable.from(pieces), createWriteStream(unfinished, { flags: "wx", flush: true }));
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw new CommandFailure(`cannot write '${file}': ${(error as Error).message}`);
  }
}
