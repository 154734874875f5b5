import { basename, dirname, join } from "node:path";
import { promptOf, readBlocks } from "./claude-record.ts";
import { fileTranscript, readText } from "./file-transcript.ts";
import { filesUnder } from "./files-under.ts";
import { type LineRecord, type LinesEnd, readLines } from "./read-lines.ts";
import { unlessUnreadable } from "./readable-file.ts";
import { createSessionFacts } from "./session-facts.ts";
import { createToolLog } from "./tool-log.ts";
import type { Skips, Transcript, TranscriptThought } from "./transcript.ts";
import { type JsonObject, objectOf, textOf, timeOf } from "./value.ts";

/**
 * Finds Cursor's agent transcripts under a folder: `<project>/agent-transcripts/<id>/<id>.jsonl`, with those of its
 * subagents in `subagents/` beside it.
 */
export async function* findCursorAgents(folder: string, skips: Skips): AsyncGenerator<Transcript> {
  for await (const file of filesUnder(folder, skips)) {
    const isLines = /[\\/]agent-transcripts[\\/]/.test(file) && file.endsWith(".jsonl");
    if (!isAgentText(file) && (!isLines || isCursorSubagent(file))) continue;
    const transcript = await unlessUnreadable(skips, () => openCursorAgentFile(file));
    if (transcript) yield transcript;
  }
}

/** Whether a file is an agent transcript of older versions, which is plain text. */
export function isAgentText(file: string): boolean {
  return /[\\/]agent-transcripts[\\/]([^\\/]+[\\/])?[^\\/]+\.txt$/.test(file);
}

/** Whether a file is the transcript of a subagent, which belongs to the session in the folder above. */
export function isCursorSubagent(file: string): boolean {
  return /[\\/]agent-transcripts[\\/][^\\/]+[\\/]subagents[\\/]/.test(file);
}

/**
 * One agent transcript, with its subagents as branches. Its records have no ids and no times: lines are their ids, and the
 * file's time is theirs.
 */
export async function openCursorAgentFile(file: string): Promise<Transcript> {
  const agents = await subagentsOf(file);
  const transcript = await fileTranscript(
    "cursor",
    basename(file).replace(/\.(jsonl|txt)$/, ""),
    file,
    async (skips) => {
      const facts = createSessionFacts();
      await scan(file, transcript.modifiedAt, facts, skips);
      for (const agent of agents) await scan(agent, transcript.modifiedAt, facts, skips, false);
      return {
        facts: facts.done({ project: projectOf(file) }),
        async *thoughts() {
          yield* thoughtsOf(file, transcript.modifiedAt);
          for (const agent of agents) yield* thoughtsOf(agent, transcript.modifiedAt, nameOf(agent));
        },
      };
    },
    agents,
  );
  return transcript;
}

async function subagentsOf(file: string): Promise<readonly string[]> {
  const found: string[] = [];
  if (!/[\\/]agent-transcripts[\\/]/.test(file)) return found;
  for await (const one of filesUnder(join(dirname(file), "subagents")))
    if (one.endsWith(".jsonl") && isCursorSubagent(one)) found.push(one);
  return found;
}

const nameOf = (file: string): string => basename(file, ".jsonl").slice(0, 40);

async function scan(
  file: string,
  modifiedAt: number,
  facts: ReturnType<typeof createSessionFacts>,
  skips: Skips,
  isMain = true,
): Promise<void> {
  const end: LinesEnd = { isCut: false };
  let at: number | undefined;
  for await (const { line, record } of recordsOf(file, skips, end)) {
    const role = roleOf(record);
    if (role === undefined) {
      if (record.type !== "turn_ended") skips.add("unknown record");
      else if (isMain) facts.state(record.status !== "error" && record.status !== "aborted");
      continue;
    }
    const message = objectOf(record.message);
    const blocks = readBlocks(String(line), role, message.content ?? record.content);
    at = timeOf(record.timestamp) ?? timeIn(blocks.said) ?? at;
    facts.at(at);
    facts.model(textOf(message.model));
    facts.hid(blocks.hidden);
    for (const use of blocks.uses) facts.tool(use.name);
    if (!isMain) continue;
    if (role === "user") facts.prompt(promptOf(unwrapped(blocks.said)));
    facts.state(role === "assistant" && blocks.uses.length === 0);
  }
  if (at === undefined) facts.at(modifiedAt);
  if (end.isCut && isMain) facts.state(false);
}

async function* thoughtsOf(
  file: string,
  modifiedAt: number,
  agent?: string,
): AsyncGenerator<TranscriptThought> {
  const prefix = agent === undefined ? "" : `${agent}:`;
  const branchId = agent === undefined ? undefined : `agent-${agent}`;
  const log = createToolLog();
  let at: number | undefined;
  for await (const { line, record } of recordsOf(file)) {
    const role = roleOf(record);
    if (role === undefined) continue;
    const message = objectOf(record.message);
    const blocks = readBlocks(String(line), role, message.content ?? record.content);
    at = timeOf(record.timestamp) ?? timeIn(blocks.said) ?? at;
    for (const { key, kind, content } of blocks.pieces)
      if (content.trim() !== "[REDACTED]")
        yield {
          key: `${prefix}${key}`,
          nativeId: String(line),
          kind,
          content,
          at: at ?? modifiedAt,
          branchId,
          ...log.take(""),
        };
    for (const use of blocks.uses) log.called("", use.id, use.name, use.input);
  }
}

/** The records of a file; a text becomes records of the same shape. */
async function* recordsOf(file: string, skips?: Skips, end?: LinesEnd): AsyncGenerator<LineRecord> {
  if (!file.endsWith(".txt")) return yield* readLines(file, skips, end);
  const text = await readText(file, skips ?? { add() {} });
  let line = 0;
  let [role, kind]: (string | undefined)[] = [];
  let lines: string[] = [];
  const take = (): LineRecord | undefined => {
    const said = lines.join("\n").trim();
    const block =
      kind === "tool_use" ? { type: kind, name: said.split("\n", 1)[0] } : { type: kind, text: said };
    const isSaid = role !== undefined && said !== "" && kind !== "tool_result";
    lines = [];
    kind = "text";
    return isSaid ? { line, record: { role, message: { content: [block] } } } : undefined;
  };
  for (const one of `${text ?? ""}\nuser:`.split("\n")) {
    const speaker = /^(user|assistant):\s*$/.exec(one)?.[1];
    const marker = speaker === undefined && role === "assistant" ? MARKER.exec(one) : null;
    if (speaker !== undefined || marker) {
      const record = take();
      if (record) yield record;
    }
    line++;
    if (speaker !== undefined) role = speaker;
    else if (marker) {
      kind = KINDS[marker[1] as keyof typeof KINDS];
      lines.push(marker[2] ?? "");
    } else lines.push(one);
  }
}

const MARKER = /^\[(Thinking|Tool call|Tool result)\](.*)$/;
const KINDS = { Thinking: "thinking", "Tool call": "tool_use", "Tool result": "tool_result" } as const;

function roleOf(record: JsonObject): "user" | "assistant" | undefined {
  return record.role === "user" || record.role === "assistant" ? record.role : undefined;
}

/** The text of a prompt inside of `<user_query>`. */
function unwrapped(said: string | undefined): string | undefined {
  if (said === undefined) return undefined;
  const begin = said.indexOf("<user_query>");
  const end = said.indexOf("</user_query>");
  return begin >= 0 && end > begin ? said.slice(begin + "<user_query>".length, end).trim() : said;
}

/** The time that Cursor puts before a prompt. */
function timeIn(said: string | undefined): number | undefined {
  const found =
    said === undefined ? undefined : /<timestamp>([^<]{4,40})<\/timestamp>/.exec(said.slice(0, 2000))?.[1];
  return found === undefined ? undefined : timeOf(found);
}

/** The name of the project's folder. Cursor encodes the path so that it cannot be fully restored. */
function projectOf(file: string): string | undefined {
  return /[\\/]projects[\\/]([^\\/]+)[\\/]agent-transcripts[\\/]/.exec(file)?.[1];
}
