import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileTranscript, readDocument } from "./file-transcript.ts";
import { filesUnder } from "./files-under.ts";
import { createMessageTree, type MessageTree } from "./message-tree.ts";
import { type LinesEnd, readLines } from "./read-lines.ts";
import { createSessionFacts, type SessionFacts } from "./session-facts.ts";
import { readThinkingCall } from "./thinking-tool.ts";
import { createToolLog } from "./tool-log.ts";
import type { OpenTranscript, Places, Skips, Transcript, TranscriptThought } from "./transcript.ts";
import {
  contentText,
  countOf,
  type JsonObject,
  listOf,
  objectOf,
  parseObject,
  textOf,
  timeOf,
} from "./value.ts";

/** The folder with Gemini CLI's projects. */
export function geminiFolder({ env, homeFolder }: Places): string {
  return join(env.GEMINI_CLI_HOME || homeFolder, ".gemini", "tmp");
}

/** Finds the sessions under a folder. Files of subagents lie one folder deeper, under the id of their session. */
export async function* findGemini(folder: string): AsyncGenerator<Transcript> {
  for await (const file of filesUnder(folder))
    if (/^session-.*\.jsonl?$/.test(basename(file)) && basename(dirname(file)) === "chats")
      yield await openGeminiFile(file);
}

/** The session of one file. */
export async function openGeminiFile(file: string): Promise<Transcript> {
  const id = (await nativeIdIn(file)) ?? basename(file).replace(/\.jsonl?$/, "");
  return fileTranscript("gemini-cli", id, file, (skips) => openTranscript(file, id, skips));
}

async function nativeIdIn(file: string): Promise<string | undefined> {
  if (file.endsWith(".json")) {
    const head = (await readFile(file, "utf8")).slice(0, 10_000);
    return /"sessionId"\s{0,9}:\s{0,9}"([^"]{1,200})"/.exec(head)?.[1];
  }
  for await (const { record } of readLines(file)) return textOf(record.sessionId);
  return undefined;
}

interface Scan {
  readonly tree: MessageTree;
  /** The last line that writes each message; earlier ones are versions of it. */
  readonly lastLine: ReadonlyMap<string, number>;
}

async function openTranscript(file: string, id: string, skips: Skips): Promise<OpenTranscript> {
  const facts = createSessionFacts();
  const end: LinesEnd = { isCut: false };
  const tree = createMessageTree();
  const lastLine = new Map<string, number>();
  const latest = new Map<string, Usage>();
  const metadata: { summary?: string | undefined; cwd?: string | undefined } = {};
  const order: string[] = [];
  for await (const { line, record } of recordsOf(file, skips, end)) {
    if (typeof record.$rewindTo === "string") {
      const at = order.indexOf(record.$rewindTo);
      // A target that is not there takes back everything.
      order.splice(Math.max(0, at));
      continue;
    }
    const patch = record.$set === undefined ? record : objectOf(record.$set);
    const message = textOf(record.id) === undefined ? undefined : record;
    if (!message) {
      metadata.summary = textOf(patch.summary) ?? metadata.summary;
      metadata.cwd ??= textOf(listOf(patch.directories)[0]);
      // The program replaced its context; the messages stay part of the session.
      if (record.$set !== undefined && Array.isArray(patch.messages) && order.length > 0)
        facts.compacted(textOf(patch.lastUpdated));
      for (const entry of listOf(patch.messages)) add(objectOf(entry), line);
      if (record.$set === undefined && textOf(record.sessionId) === undefined) skips.add("unknown record");
      continue;
    }
    add(message, line);
  }

  function add(message: JsonObject, line: number): void {
    const key = textOf(message.id);
    if (key === undefined) {
      skips.add("message without id");
      return;
    }
    lastLine.set(key, line);
    latest.set(key, usageOf(message));
    facts.at(timeOf(message.timestamp));
    const isUser = message.type === "user";
    const said = contentText(message.content);
    if (isUser) facts.prompt(said !== undefined && /^\s*[</]/.test(said) ? undefined : said);
    facts.model(textOf(message.model));
    if (isUser) facts.state(false);
    else if (message.type === "gemini")
      facts.state(said !== undefined && listOf(message.toolCalls).every((call) => isDone(objectOf(call))));
    if (tree.has(key)) {
      tree.update(key, lastKeyOf(message));
      return;
    }
    tree.add(key, order.at(-1), { thought: lastKeyOf(message), continues: false });
    order.push(key);
  }

  if (end.isCut) facts.state(false);
  countUsage(latest.values(), facts);
  tree.settle(order.at(-1));
  const scan: Scan = { tree, lastLine };
  const cwd = metadata.cwd ?? (await projectRoot(file));
  return {
    facts: facts.done({ title: metadata.summary, cwd }),
    thoughts: () => thoughtsOf(file, scan, id),
  };
}

/** The records of a file; an old one is a single document. */
async function* recordsOf(
  file: string,
  skips?: Skips,
  end?: LinesEnd,
): AsyncGenerator<{ readonly line: number; readonly record: JsonObject }> {
  if (file.endsWith(".jsonl")) return yield* readLines(file, skips, end);
  const document = await readDocument(file, skips ?? { add() {} });
  if (document) yield { line: 1, record: document };
}

async function* thoughtsOf(
  file: string,
  { tree, lastLine }: Scan,
  _id: string,
): AsyncGenerator<TranscriptThought> {
  const log = createToolLog();
  const done = new Set<string>();
  for await (const { line, record } of recordsOf(file)) {
    const patch = record.$set === undefined ? record : objectOf(record.$set);
    const messages = textOf(record.id) === undefined ? listOf(patch.messages).map(objectOf) : [record];
    for (const message of messages) {
      const id = textOf(message.id);
      if (id === undefined || lastLine.get(id) !== line || done.has(id)) continue;
      done.add(id);
      if (message.type !== "gemini") continue;
      const branch = tree.branchOf(id);
      const at = timeOf(message.timestamp);
      const base = { nativeId: id, branchId: branch?.id, fork: branch?.fork, model: textOf(message.model) };
      for (const [key, kind, content, time] of piecesOf(message))
        yield { ...base, key, kind, content, at: time ?? at, ...log.take(branch?.id ?? "") };
      for (const entry of listOf(message.toolCalls)) {
        const call = objectOf(entry);
        const name = textOf(call.name) ?? "unknown";
        if (readThinkingCall(name, call.args)) continue;
        log.called(branch?.id ?? "", textOf(call.id), name, call.args);
        log.returned(textOf(call.id), call.status === "error");
      }
    }
  }
}

type GeminiPiece = readonly [
  key: string,
  kind: "reasoning" | "prose" | "tool",
  content: string,
  at: number | undefined,
];

/** Reasoning, prose, then calls of thinking tools. */
function piecesOf(message: JsonObject): GeminiPiece[] {
  const id = textOf(message.id)!;
  const pieces: GeminiPiece[] = [];
  for (const [index, entry] of listOf(message.thoughts).entries()) {
    const { subject, description, timestamp } = objectOf(entry);
    const content = [textOf(subject), textOf(description)].filter((text) => text !== undefined).join("\n\n");
    if (content !== "") pieces.push([`${id}:t${index}`, "reasoning", content, timeOf(timestamp)]);
  }
  const said = contentText(message.content);
  if (said !== undefined) pieces.push([`${id}:c`, "prose", said, undefined]);
  for (const [index, entry] of listOf(message.toolCalls).entries()) {
    const call = objectOf(entry);
    const thinking = readThinkingCall(textOf(call.name) ?? "", call.args);
    if (thinking) pieces.push([`${id}:k${index}`, "tool", thinking.content, timeOf(call.timestamp)]);
  }
  return pieces;
}

function lastKeyOf(message: JsonObject): string | undefined {
  return message.type === "gemini" ? piecesOf(message).at(-1)?.[0] : undefined;
}

const isDone = ({ status, result }: JsonObject) =>
  result !== undefined ||
  status === undefined ||
  status === "success" ||
  status === "error" ||
  status === "cancelled";

interface Usage {
  readonly tokens: JsonObject;
  readonly hidden: number;
  readonly tools: readonly string[];
}

function usageOf(message: JsonObject): Usage {
  const readable = listOf(message.thoughts).filter((entry) => {
    const { subject, description } = objectOf(entry);
    return textOf(subject) !== undefined || textOf(description) !== undefined;
  });
  const tokens = objectOf(message.tokens);
  // Tokens of reasoning without any text of it.
  const isHidden = readable.length === 0 && countOf(tokens.thoughts) > 0;
  const empty = listOf(message.thoughts).length - readable.length;
  return {
    tokens,
    hidden: empty > 0 ? empty : isHidden ? 1 : 0,
    tools: listOf(message.toolCalls).map((call) => textOf(objectOf(call).name) ?? "unknown"),
  };
}

function countUsage(messages: Iterable<Usage>, facts: SessionFacts): void {
  for (const { tokens, hidden, tools } of messages) {
    facts.hid(hidden);
    for (const tool of tools) facts.tool(tool);
    if (Object.keys(tokens).length === 0) continue;
    const cached = countOf(tokens.cached);
    facts.tokens({
      input: Math.max(0, countOf(tokens.input) - cached),
      cacheRead: cached,
      output: countOf(tokens.output),
      reasoning: countOf(tokens.thoughts),
    });
  }
}

/** The folder of a project, which Gemini CLI keeps beside its chats or in a list of all projects. */
async function projectRoot(file: string): Promise<string | undefined> {
  const project = dirname(dirname(file));
  const text = await readFile(join(project, ".project_root"), "utf8").catch(() => undefined);
  if (text !== undefined) return textOf(text)?.trim();
  const list = await readFile(join(dirname(dirname(project)), "projects.json"), "utf8").then(
    parseObject,
    () => undefined,
  );
  for (const [folder, name] of Object.entries(objectOf(list?.projects)))
    if (name === basename(project)) return folder;
  return undefined;
}
