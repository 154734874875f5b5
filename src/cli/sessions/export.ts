import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { DOCUMENT_FORMATS, documents, type SessionSummary } from "../../ledger/index.ts";
import type { Sessions } from "../../sessions/index.ts";
import { CommandFailure } from "../command.ts";
import { readAsOf, readChoice } from "../flag-value.ts";
import { progressLine } from "../progress-line.ts";
import { line, paragraph, safeJson } from "../table.ts";
import {
  AS_OF,
  type DefineSessionCommand,
  findAsOf,
  type SessionFlags,
  type SessionOutput,
} from "./define.ts";
import { refuseForeignIndex, siteIndex } from "./site-index.ts";
import { writeWhole } from "./write-whole.ts";

const FORMATS = [...DOCUMENT_FORMATS, "html"] as const;

/** `clew sessions export`: one session as a document, or all of them in a folder. */
export const defineExport: DefineSessionCommand = (define, output) => {
  define(
    "export [id]",
    "one session as a document, or with --all every session in a folder",
    (ledger, flags, [id]) => {
      if (flags.all) return exportAll(ledger, flags, id, output);
      if (id === undefined)
        throw new CommandFailure("name a session to export, or use --all --output <folder>", 2);
      if (flags.project !== undefined) throw new CommandFailure("--project is for --all only", 2);
      return exportOne(ledger, flags, id, output);
    },
  )
    .option(
      "--format <format>",
      `${FORMATS.join(", ")}; default: markdown, or html with --all. html is one file with its viewer, to share`,
    )
    .option(...AS_OF)
    .option("--all", "every session, archived ones too, with an index.html that opens offline")
    .option("--project <name>", "with --all: only this project")
    .option("--output <path>", "write to this file instead of stdout; with --all, to this folder")
    .option("--json", "with --all: print the written files, for scripts");
};

async function exportOne(
  now: Sessions,
  flags: SessionFlags,
  id: string,
  { terminal, services }: SessionOutput,
): Promise<void> {
  const kind = kindOf(flags.format ?? "markdown", services);
  const { ledger, session } = await findAsOf(now, id, flags);
  const pieces = await piecesOf(ledger, session, kind);
  // On a terminal the document is made safe to display; otherwise it stays unchanged.
  const shown = kind.type === "application/json" ? safeJson : paragraph;
  if (flags.output === undefined)
    for await (const piece of pieces) terminal.out(terminal.isTerminal ? shown(piece) : piece);
  else await writeWhole(dataHome(services, flags), resolve(terminal.workingFolder, flags.output), pieces);
}

async function exportAll(
  ledger: Sessions,
  flags: SessionFlags,
  id: string | undefined,
  { terminal, services, out, json }: SessionOutput,
): Promise<void> {
  if (id !== undefined) throw new CommandFailure("--all exports every session: leave the id out", 2);
  if (readAsOf(flags.asOf)) throw new CommandFailure("--as-of is for one session: leave --all out", 2);
  if (flags.output === undefined) throw new CommandFailure("--all needs --output <folder>", 2);
  const kind = kindOf(flags.format ?? "html", services);
  const folder = resolve(terminal.workingFolder, flags.output);
  refuseForeignIndex(folder);
  const sessions = await listAll(ledger, flags.project);
  if (sessions.length === 0)
    throw new CommandFailure(
      flags.project === undefined
        ? "there are no sessions to export"
        : `no session in project '${line(flags.project, 80)}'`,
    );
  makeFolder(folder);
  const home = dataHome(services, flags);
  const files: string[] = [];
  const progress = progressLine(terminal);
  for (const session of sessions) {
    progress.show(() => `${files.length} of ${sessions.length} sessions`);
    const name = `${session.id}.${kind.extension}`;
    await writeWhole(home, join(folder, name), await piecesOf(ledger, session, kind));
    files.push(name);
  }
  progress.end();
  await writeWhole(
    home,
    join(folder, "index.html"),
    siteIndex(sessions, kind.extension, new Date().toISOString()),
  );
  if (flags.json) return json({ folder, index: "index.html", files });
  out(
    `Exported ${files.length} ${files.length === 1 ? "session" : "sessions"} to ${folder}. Open index.html there.\n`,
  );
}

function kindOf(given: string, services: SessionOutput["services"]) {
  const format = readChoice("--format", given, FORMATS);
  if (format !== "html") return documents[format];
  const write = services.exportHtml();
  if (!write)
    throw new CommandFailure("the viewer for HTML exports was not built: run `npm run build` first.");
  return { extension: "html", type: "text/html", write };
}

async function piecesOf(
  ledger: Sessions,
  { thoughtCount: _, branchCount: __, ...session }: SessionSummary,
  { write }: ReturnType<typeof kindOf>,
): Promise<AsyncIterable<string>> {
  const notes = await ledger.notes(session.id);
  return write({ ...session, notes }, () => ledger.allThoughts(session.id), new Date().toISOString());
}

const PAGE = 1_000;

async function listAll(ledger: Sessions, project: string | undefined): Promise<readonly SessionSummary[]> {
  const all: SessionSummary[] = [];
  for (let behind: SessionSummary | undefined; ; behind = all.at(-1)) {
    const page = await ledger.list({
      archived: "all",
      limit: PAGE,
      ...(project !== undefined && { project }),
      ...(behind && { behind }),
    });
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "EEXIST" || code === "ENOTDIR" ? "a file of that name exists" : code;
    throw new CommandFailure(`cannot create the folder '${folder}': ${reason}.`);
  }
}

const dataHome = (services: SessionOutput["services"], flags: SessionFlags): string =>
  services.dataHome(services.config({ ...flags }));
