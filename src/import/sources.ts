import { stat } from "node:fs/promises";
import { basename, dirname, extname } from "node:path";
import { isAtif, openAtifFile } from "./atif.ts";
import { claudeCodeFolder, findClaudeCode, openClaudeCodeFile } from "./claude-code.ts";
import { isClewExport, openClewFile } from "./clew-export.ts";
import { codexFolder, findCodex, isRollout, openCodexFile } from "./codex.ts";
import { findCursor, findInCursorDatabase } from "./cursor.ts";
import { isAgentText, isCursorSubagent, openCursorAgentFile } from "./cursor-agent.ts";
import { openDatabaseCopy, tablesOf } from "./database-copy.ts";
import { readDocument } from "./file-transcript.ts";
import { filesUnder } from "./files-under.ts";
import { findGemini, geminiFolder, openGeminiFile } from "./gemini-cli.ts";
import { findOpencode, opencodeDatabase } from "./opencode.ts";
import { canReadZstd, readLines } from "./read-lines.ts";
import { readHead } from "./readable-file.ts";
import { findThoughtbox, thoughtboxFolder } from "./thoughtbox.ts";
import type { Places, Program, Search, Transcript } from "./transcript.ts";
import { type JsonObject, objectOf, textOf } from "./value.ts";

/** The programs whose transcripts are found without a path. */
export const FOUND_PROGRAMS = [
  "claude-code",
  "codex",
  "gemini-cli",
  "cursor",
  "opencode",
  "thoughtbox",
] as const satisfies readonly Program[];
export type FoundProgram = (typeof FOUND_PROGRAMS)[number];

/** Finds the transcripts of a program in its usual place. */
export async function* findProgram(
  program: FoundProgram,
  places: Places,
  search: Search,
): AsyncGenerator<Transcript> {
  const { skips } = search;
  switch (program) {
    case "claude-code":
      return yield* findClaudeCode(filesUnder(claudeCodeFolder(places), skips), skips);
    case "codex":
      return yield* findCodex(filesUnder(codexFolder(places), skips), skips);
    case "gemini-cli":
      return yield* findGemini(geminiFolder(places), skips);
    case "cursor":
      return yield* findCursor(places, search);
    case "opencode": {
      const file = opencodeDatabase(places);
      const isThere = await stat(file).then(
        () => true,
        () => false,
      );
      if (isThere) yield* findOpencode(file, search);
      return;
    }
    case "thoughtbox":
      return yield* findThoughtbox(filesUnder(thoughtboxFolder(places), skips), skips);
  }
}

/** Finds the transcripts in a file or folder, whatever program wrote them. */
export async function* findAt(path: string, search: Search): AsyncGenerator<Transcript> {
  if (!(await stat(path)).isDirectory()) {
    yield* findInFile(path, search, true);
    return;
  }
  const files: string[] = [];
  for await (const file of filesUnder(path, search.skips)) files.push(file);
  let [hasClaude, hasCodex] = [false, false];
  // Thoughtbox keeps the parts of a session beside its manifest.
  const manifests = files.filter((file) => basename(file) === "manifest.json").map((file) => dirname(file));
  const inThoughtbox = new Set(manifests);
  for (const file of files) {
    if (basename(file) === "manifest.json" || isPartOf(file, inThoughtbox) || isCursorSubagent(file))
      continue;
    if (!/\.(jsonl|jsonl\.zst|json|db|vscdb)$/.test(file) && !isAgentText(file)) continue;
    const isLines = file.endsWith(".jsonl");
    const kind = isLines ? await kindOfLines(file) : undefined;
    if (kind === "claude-code") hasClaude = true;
    else if (isRollout(file) && (kind === "codex" || !isLines)) hasCodex = true;
    else if (isLines && kind === undefined) search.skips.add("unknown format");
    else yield* readable(findInFile(file, search, false), search);
  }
  // Files of subagents belong to their sessions, so these are grouped.
  if (hasClaude)
    for await (const transcript of findClaudeCode(files, search.skips))
      if ((await kindOfLines(transcript.file)) === "claude-code") yield transcript;
  if (hasCodex) yield* findCodex(files, search.skips);
  yield* findThoughtbox(files, search.skips);
}

/** Whether a file is one thought of a Thoughtbox session: beside the manifest, or one or two folders deeper. */
function isPartOf(file: string, sessions: ReadonlySet<string>): boolean {
  const folders = [dirname(file), dirname(dirname(file)), dirname(dirname(dirname(file)))];
  return /^\d+\.json$/.test(basename(file)) && folders.some((folder) => sessions.has(folder));
}

/** Yields the same transcripts; an unreadable file ends the list and is counted. */
async function* readable(found: AsyncIterable<Transcript>, search: Search): AsyncGenerator<Transcript> {
  try {
    yield* found;
  } catch {
    search.skips.add("unreadable file");
  }
}

async function* findInFile(file: string, search: Search, isNamed: boolean): AsyncGenerator<Transcript> {
  if (file.endsWith(".zst") && !canReadZstd) return search.skips.add("zstd needs Node 22.15 or later");
  const head = await readHead(file, SQLITE_HEADER.length);
  if (head.length === 0) return search.skips.add("empty file");
  if (head.toString("latin1") === SQLITE_HEADER) return yield* findInDatabase(file, search);
  if (isAgentText(file)) return yield await openCursorAgentFile(file);
  const kind = await kindOfLines(file);
  if (kind === "claude-code") yield await openClaudeCodeFile(file);
  else if (kind === "codex") yield await openCodexFile(file);
  else if (kind === "gemini-cli") yield await openGeminiFile(file);
  else if (kind === "cursor") yield await openCursorAgentFile(file);
  else if (isNamed || extname(file) === ".json") {
    const document = await readDocument(file, isNamed ? search.skips : { add() {} });
    if (!document) return;
    if (isAtif(document)) yield await openAtifFile(file, document);
    else if (isClewExport(document)) yield await openClewFile(file, document);
    else if (textOf(document.sessionId) !== undefined && Array.isArray(document.messages))
      yield await openGeminiFile(file);
    else search.skips.add("unknown format");
  }
}

const SQLITE_HEADER = "SQLite format 3\0";

async function* findInDatabase(file: string, search: Search): AsyncGenerator<Transcript> {
  const { db, close } = await openDatabaseCopy(file);
  let tables: ReadonlySet<string>;
  try {
    tables = tablesOf(db);
  } finally {
    await close();
  }
  if (tables.has("cursorDiskKV")) yield* findInCursorDatabase(file, search);
  else if (tables.has("part") && tables.has("message") && tables.has("session"))
    yield* findOpencode(file, search);
  else search.skips.add("unknown format");
}

/** How many lines are read to recognize a format. */
const LOOKED_AT = 50;

/** The program that wrote a file of JSON lines, by its first records; undefined if none is known. */
async function kindOfLines(file: string): Promise<Program | undefined> {
  // A document of one line is not a file of lines.
  if (file.endsWith(".json")) return undefined;
  try {
    for await (const { line, record } of readLines(file)) {
      const kind = kindOf(record);
      if (kind !== undefined || line >= LOOKED_AT) return kind;
    }
  } catch {
    return undefined;
  }
  return undefined;
}

const CLAUDE_TYPES = new Set([
  "user",
  "assistant",
  "system",
  "summary",
  "file-history-snapshot",
  "queue-operation",
]);

function kindOf(record: JsonObject): Program | undefined {
  const type = textOf(record.type);
  if (record.payload !== undefined && type !== undefined) return "codex";
  if (type === "message" && record.role !== undefined) return "codex";
  if (
    type === undefined &&
    record.id !== undefined &&
    (record.instructions !== undefined || record.git !== undefined)
  )
    return "codex";
  if (
    textOf(record.sessionId) !== undefined &&
    (record.projectHash !== undefined || record.startTime !== undefined)
  )
    return "gemini-cli";
  if (type === undefined && record.role !== undefined && objectOf(record.message).content !== undefined)
    return "cursor";
  if (
    type !== undefined &&
    CLAUDE_TYPES.has(type) &&
    (record.uuid !== undefined ||
      record.leafUuid !== undefined ||
      record.sessionId !== undefined ||
      record.messageId !== undefined)
  )
    return "claude-code";
  return undefined;
}
