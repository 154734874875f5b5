import { join } from "node:path";
import type { DatabaseSync } from "../files/sqlite.ts";
import { findCursorAgents } from "./cursor-agent.ts";
import { databaseState, openDatabaseCopy, tablesOf } from "./database-copy.ts";
import { asksPerson, decisionText, readAnswers, readQuestions } from "./decision.ts";
import { createSessionFacts } from "./session-facts.ts";
import { readThinkingCall } from "./thinking-tool.ts";
import { createToolLog } from "./tool-log.ts";
import type { OpenTranscript, Places, Search, Skips, Transcript, TranscriptThought } from "./transcript.ts";
import { countOf, type JsonObject, listOf, objectOf, parseObject, textOf, timeOf } from "./value.ts";

/** Where Cursor keeps the conversations of its editor, and the transcripts of its agent. */
function cursorPlaces({ env, homeFolder, platform }: Places): {
  readonly database: string;
  readonly agents: string;
} {
  const data =
    platform === "darwin"
      ? join(homeFolder, "Library", "Application Support")
      : platform === "win32"
        ? env.APPDATA || join(homeFolder, "AppData", "Roaming")
        : env.XDG_CONFIG_HOME || join(homeFolder, ".config");
  return {
    database: join(data, "Cursor", "User", "globalStorage", "state.vscdb"),
    agents: join(homeFolder, ".cursor", "projects"),
  };
}

/** Finds conversations of the editor and of the agent. One that is in both is found once, in the editor's database. */
export async function* findCursor(places: Places, search: Search): AsyncGenerator<Transcript> {
  const { database, agents } = cursorPlaces(places);
  const known = new Set<string>();
  try {
    await databaseState(database);
    for await (const transcript of findInCursorDatabase(database, search)) {
      known.add(transcript.nativeId);
      yield transcript;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") search.skips.add("unreadable database");
  }
  for await (const transcript of findCursorAgents(agents, search.skips))
    if (!known.has(transcript.nativeId)) yield transcript;
}

/**
 * Finds the conversations in a `state.vscdb`. The file also holds sign-in tokens: only the keys of conversations and
 * their messages are read.
 */
export async function* findInCursorDatabase(file: string, search: Search): AsyncGenerator<Transcript> {
  const { modifiedAt } = await databaseState(file);
  const { db, close } = await openDatabaseCopy(file);
  search.defer(close);
  if (!tablesOf(db).has("cursorDiskKV")) return;
  const keys = db
    .prepare(
      "SELECT key, length(value) AS size FROM cursorDiskKV WHERE key >= 'composerData:' AND key < 'composerData;' ORDER BY key",
    )
    .all();
  const bubbleSizes = db.prepare(
    "SELECT sum(length(value)) AS bytes FROM cursorDiskKV WHERE key >= ? AND key < ?",
  );
  for (const { key, size } of keys) {
    const id = String(key).slice("composerData:".length);
    const data = readValue(db, `composerData:${id}`);
    if (!data) {
      search.skips.add("invalid JSON");
      continue;
    }
    if (headersOf(data).length === 0) continue;
    const bubbles = countOf(bubbleSizes.get(`bubbleId:${id}:`, `bubbleId:${id};`)?.bytes);
    yield {
      program: "cursor",
      nativeId: id,
      file,
      fingerprint: `${size}-${countOf(data.lastUpdatedAt)}-${headersOf(data).length}-${bubbles}`,
      bytes: Number(size ?? 0) + bubbles,
      modifiedAt: timeOf(data.lastUpdatedAt) ?? timeOf(data.createdAt) ?? modifiedAt,
      open: async (skips) => openConversation(db, id, data, skips),
    };
  }
}

function readValue(db: DatabaseSync, key: string): JsonObject | undefined {
  const value = db
    .prepare("SELECT CAST(value AS TEXT) AS value FROM cursorDiskKV WHERE key = ?")
    .get(key)?.value;
  return typeof value === "string" ? parseObject(value) : undefined;
}

/** The messages of a conversation: headers that name them, or in old versions the messages themselves. */
function headersOf(data: JsonObject): readonly JsonObject[] {
  const headers = listOf(data.fullConversationHeadersOnly);
  return (headers.length > 0 ? headers : listOf(data.conversation)).map(objectOf);
}

function openConversation(db: DatabaseSync, id: string, data: JsonObject, skips: Skips): OpenTranscript {
  const facts = createSessionFacts();
  facts.at(timeOf(data.createdAt));
  facts.at(timeOf(data.lastUpdatedAt));
  facts.model(textOf(objectOf(data.modelConfig).modelName));
  for (const bubble of bubblesOf(db, id, data, skips)) {
    facts.at(timeOfBubble(bubble));
    facts.model(textOf(objectOf(bubble.modelInfo).modelName));
    facts.place(textOf(bubble.workspaceProjectDir), undefined);
    const { inputTokens, outputTokens } = objectOf(bubble.tokenCount);
    facts.tokens({ input: countOf(inputTokens), output: countOf(outputTokens) });
    const { hidden } = reasoningOf(bubble);
    facts.hid(hidden);
    const tool = objectOf(bubble.toolFormerData);
    const name = textOf(tool.name);
    if (name !== undefined && !readThinkingCall(name, argumentsOf(tool))) facts.tool(name);
    if (bubble.type === 1) facts.prompt(textOf(bubble.text));
    facts.state(bubble.type === 2 && name === undefined && textOf(bubble.text) !== undefined);
  }
  const repository = textOf(objectOf(listOf(data.trackedGitRepos)[0]).repoPath);
  facts.place(repository, textOf(data.createdOnBranch));
  if (data.status === "aborted" || data.status === "generating") facts.state(false);
  return {
    facts: facts.done({ title: textOf(data.name) }),
    thoughts: () => thoughtsOf(db, id, data),
  };
}

function* bubblesOf(db: DatabaseSync, id: string, data: JsonObject, skips?: Skips): Generator<JsonObject> {
  for (const header of headersOf(data)) {
    const bubbleId = textOf(header.bubbleId);
    const isWhole = header.text !== undefined || header.toolFormerData !== undefined;
    const bubble = isWhole
      ? header
      : bubbleId === undefined
        ? undefined
        : readValue(db, `bubbleId:${id}:${bubbleId}`);
    if (bubble && bubbleId !== undefined) yield { ...bubble, bubbleId };
    else skips?.add("missing message");
  }
}

async function* thoughtsOf(
  db: DatabaseSync,
  id: string,
  data: JsonObject,
): AsyncGenerator<TranscriptThought> {
  const log = createToolLog();
  let at = timeOf(data.createdAt);
  const seen = new Set<string>();
  for (const bubble of bubblesOf(db, id, data)) {
    const bubbleId = String(bubble.bubbleId);
    if (bubble.type !== 2 || seen.has(bubbleId)) continue;
    seen.add(bubbleId);
    at = timeOfBubble(bubble) ?? at;
    const base = { nativeId: bubbleId, at, model: textOf(objectOf(bubble.modelInfo).modelName) };
    for (const [index, content] of reasoningOf(bubble).texts.entries())
      yield { ...base, key: `${bubbleId}:t${index}`, kind: "reasoning", content, ...log.take("") };
    const text = textOf(bubble.text);
    if (text !== undefined)
      yield { ...base, key: `${bubbleId}:c`, kind: "prose", content: text, ...log.take("") };
    const tool = objectOf(bubble.toolFormerData);
    const name = textOf(tool.name);
    if (name === undefined) continue;
    const input = argumentsOf(tool);
    const thinking = readThinkingCall(name, input);
    if (thinking)
      yield { ...base, key: `${bubbleId}:k`, kind: "tool", content: thinking.content, ...log.take("") };
    else {
      log.called("", bubbleId, name, input);
      const result = textOf(tool.result);
      const answer = parseObject(result ?? "");
      const code = answer?.exitCodeV2 ?? answer?.exitCode;
      if (tool.status !== undefined)
        log.returned(bubbleId, tool.status === "error", typeof code === "number" ? code : undefined);
      const questions = asksPerson(name) ? readQuestions(input) : [];
      for (const [index, decision] of readAnswers(questions, answer, result).entries())
        yield {
          ...base,
          key: `${bubbleId}:d${index}`,
          kind: "decision",
          content: decisionText(decision),
          decision,
          ...log.take(""),
        };
    }
  }
}

function argumentsOf({ rawArgs, params }: JsonObject): JsonObject | undefined {
  return parseObject(textOf(rawArgs) ?? "") ?? parseObject(textOf(params) ?? "");
}

function reasoningOf(bubble: JsonObject): { readonly texts: readonly string[]; readonly hidden: number } {
  const blocks = [bubble.thinking, ...listOf(bubble.allThinkingBlocks)].filter(
    (block) => block !== undefined,
  );
  const texts = new Set(
    blocks.flatMap(
      (block) => textOf(block) ?? textOf(objectOf(block).text) ?? textOf(objectOf(block).thinking) ?? [],
    ),
  );
  const isHidden =
    texts.size === 0 &&
    blocks.some((block) => Object.keys(objectOf(block)).some((name) => name.includes("edacted")));
  return { texts: [...texts], hidden: isHidden ? 1 : 0 };
}

function timeOfBubble(bubble: JsonObject): number | undefined {
  const timing = objectOf(bubble.timingInfo);
  return timeOf(bubble.createdAt) ?? timeOf(timing.clientStartTime) ?? timeOf(timing.clientRpcSendTime);
}
