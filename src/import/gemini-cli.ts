import { basename, dirname, join } from "node:path";
import { asksPerson, decisionText, readAnswers, readQuestions } from "./decision.ts";
import { fileTranscript, readDocument, readText } from "./file-transcript.ts";
import { filesUnder } from "./files-under.ts";
import { createMessageTree, type MessageTree } from "./message-tree.ts";
import { type LinesEnd, readLines } from "./read-lines.ts";
import { readHead, unlessUnreadable } from "./readable-file.ts";
import { createSessionFacts, type SessionFacts } from "./session-facts.ts";
import { createThinkingPlaces } from "./thinking-places.ts";
import { readThinkingCall, type ThinkingCall } from "./thinking-tool.ts";
import { createToolLog, exitCodeIn } from "./tool-log.ts";
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
export async function* findGemini(folder: string, skips: Skips): AsyncGenerator<Transcript> {
  for await (const file of filesUnder(folder, skips)) {
    if (!/^session-.*\.jsonl?$/.test(basename(file)) || basename(dirname(file)) !== "chats") continue;
    const transcript = await unlessUnreadable(skips, () => openGeminiFile(file));
    if (transcript) yield transcript;
  }
}

/** The session of one file. */
export async function openGeminiFile(file: string): Promise<Transcript> {
  const id = (await nativeIdIn(file)) ?? basename(file).replace(/\.jsonl?$/, "");
  return fileTranscript("gemini-cli", id, file, (skips) => openTranscript(file, skips));
}

async function nativeIdIn(file: string): Promise<string | undefined> {
  if (file.endsWith(".json")) {
    const head = (await readHead(file, 10_000)).toString("utf8");
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

async function openTranscript(file: string, skips: Skips): Promise<OpenTranscript> {
  const facts = createSessionFacts();
  const end: LinesEnd = { isCut: false };
  const tree = createMessageTree();
  const lastLine = new Map<string, number>();
  const latest = new Map<string, Usage>();
  const metadata: { summary?: string | undefined; cwd?: string | undefined } = {};
  /** The messages that count now. */
  const order: string[] = [];
  const isListed = new Set<string>();
  for await (const { line, record } of recordsOf(file, skips, end)) {
    if (typeof record.$rewindTo === "string") {
      const at = order.indexOf(record.$rewindTo);
      // An unknown target rolls back everything.
      for (const key of order.splice(Math.max(0, at))) isListed.delete(key);
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
    const said = proseOf(message.content);
    if (isUser) facts.prompt(said !== undefined && /^\s*[</]/.test(said) ? undefined : said);
    facts.model(textOf(message.model));
    if (isUser) facts.state(false);
    else if (isModel(message))
      // The answer to a tool's result is a message of its own.
      facts.state(said !== undefined && listOf(message.toolCalls).length === 0);
    if (tree.has(key)) tree.update(key, lastKeyOf(message));
    else tree.add(key, order.at(-1), { line, thought: lastKeyOf(message), continues: false });
    if (!isListed.has(key)) order.push(key);
    isListed.add(key);
  }

  if (end.isCut) facts.state(false);
  countUsage(latest.values(), facts);
  tree.settle(order.at(-1));
  const scan: Scan = { tree, lastLine };
  const cwd = metadata.cwd ?? (await projectRoot(file));
  return {
    facts: facts.done({ title: metadata.summary, cwd, project: projectName(file) }),
    thoughts: () => thoughtsOf(file, scan),
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

async function* thoughtsOf(file: string, { tree, lastLine }: Scan): AsyncGenerator<TranscriptThought> {
  const log = createToolLog();
  const place = createThinkingPlaces();
  const done = new Set<string>();
  for await (const { line, record } of recordsOf(file)) {
    const patch = record.$set === undefined ? record : objectOf(record.$set);
    const messages = textOf(record.id) === undefined ? listOf(patch.messages).map(objectOf) : [record];
    for (const message of messages) {
      const id = textOf(message.id);
      if (id === undefined || lastLine.get(id) !== line || done.has(id)) continue;
      done.add(id);
      if (!isModel(message)) continue;
      const branch = tree.branchOf(id);
      const lane = branch?.id ?? "";
      const at = timeOf(message.timestamp);
      const base = { nativeId: id, branchId: branch?.id, fork: branch?.fork, model: textOf(message.model) };
      for (const { key, kind, content, at: time, call } of piecesOf(message)) {
        const thinking = call && place(key, call, lane);
        yield {
          ...base,
          key,
          kind,
          content,
          at: time ?? at,
          confidence: call?.confidence,
          revises: thinking?.revises,
          ...(thinking?.branchId !== undefined && {
            branchId: thinking.branchId,
            fork: thinking.fork ?? tree.thoughtAt(id),
          }),
          ...log.take(lane),
        };
      }
      for (const entry of listOf(message.toolCalls)) {
        const call = objectOf(entry);
        const name = textOf(call.name) ?? "unknown";
        if (readThinkingCall(name, call.args)) continue;
        const callId = textOf(call.id);
        log.called(lane, callId, name, call.args);
        log.returned(callId, call.status === "error", exitCodeIn(answerOf(call)[1]));
        const questions = asksPerson(name) ? readQuestions(call.args) : [];
        for (const [index, decision] of readAnswers(questions, ...answerOf(call)).entries())
          yield {
            ...base,
            key: `${id}:${callId ?? name}:${index}`,
            kind: "decision",
            content: decisionText(decision),
            at: timeOf(call.timestamp) ?? at,
            decision,
            ...log.take(lane),
          };
      }
    }
  }
}

/** The answers in a call's result: an object, also as JSON text, or the text itself. */
function answerOf({ result, resultDisplay }: JsonObject): [structured: unknown, text: string] {
  const outputs = listOf(result).map((part) => objectOf(objectOf(objectOf(part).functionResponse).response));
  const said = outputs.flatMap(({ output }) => textOf(output) ?? []).join("\n");
  const shown = textOf(resultDisplay);
  return [parseObject(said) ?? outputs[0], [said, shown].filter((one) => one !== undefined).join("\n")];
}

interface GeminiPiece {
  readonly key: string;
  readonly kind: "reasoning" | "prose" | "tool";
  readonly content: string;
  readonly at?: number | undefined;
  readonly call?: ThinkingCall;
}

/** Reasoning, prose, then calls of thinking tools. */
function piecesOf(message: JsonObject): GeminiPiece[] {
  const id = textOf(message.id)!;
  const pieces: GeminiPiece[] = [];
  for (const [index, entry] of listOf(message.thoughts).entries()) {
    const { subject, description, timestamp } = objectOf(entry);
    const content = [textOf(subject), textOf(description)].filter((text) => text !== undefined).join("\n\n");
    if (content !== "")
      pieces.push({ key: `${id}:t${index}`, kind: "reasoning", content, at: timeOf(timestamp) });
  }
  for (const [index, entry] of listOf(message.content).entries()) {
    const { thought, text } = objectOf(entry);
    const content = textOf(text);
    if (thought === true && content !== undefined)
      pieces.push({ key: `${id}:p${index}`, kind: "reasoning", content });
  }
  const said = proseOf(message.content);
  if (said !== undefined) pieces.push({ key: `${id}:c`, kind: "prose", content: said });
  for (const [index, entry] of listOf(message.toolCalls).entries()) {
    const { name, args, timestamp } = objectOf(entry);
    const call = readThinkingCall(textOf(name) ?? "", args);
    if (call)
      pieces.push({
        key: `${id}:k${index}`,
        kind: "tool",
        content: call.content,
        at: timeOf(timestamp),
        call,
      });
  }
  return pieces;
}

/** The text of a message without its reasoning parts. */
function proseOf(content: unknown): string | undefined {
  return contentText(
    Array.isArray(content) ? content.filter((part) => objectOf(part).thought !== true) : content,
  );
}

const isModel = ({ type }: JsonObject) => type === "gemini" || type === "model" || type === "assistant";

function lastKeyOf(message: JsonObject): string | undefined {
  return isModel(message) ? piecesOf(message).at(-1)?.key : undefined;
}

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
    tools: listOf(message.toolCalls)
      .map(objectOf)
      .filter(({ name, args }) => !readThinkingCall(textOf(name) ?? "", args))
      .map(({ name }) => textOf(name) ?? "unknown"),
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
  const unknown = () => undefined;
  const text = await readText(join(project, ".project_root"), { add() {} }).catch(unknown);
  if (text !== undefined) return textOf(text)?.trim();
  const list = await readDocument(join(dirname(dirname(project)), "projects.json"), { add() {} }).catch(
    unknown,
  );
  for (const [folder, name] of Object.entries(objectOf(list?.projects)))
    if (name === basename(project)) return folder;
  return undefined;
}

/** Newer versions name the folder of a project's chats after the project; older ones by a hash. */
function projectName(file: string): string | undefined {
  const project = dirname(dirname(file));
  if (basename(dirname(file)) !== "chats" || basename(dirname(project)) !== "tmp") return undefined;
  return /^[0-9a-f]{64}$/.test(basename(project)) ? undefined : basename(project);
}
