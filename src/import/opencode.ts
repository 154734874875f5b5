import { join } from "node:path";
import type { DatabaseSync } from "../files/sqlite.ts";
import { databaseState, openDatabaseCopy, tablesOf } from "./database-copy.ts";
import { asksPerson, decisionText, readAnswers, readQuestions } from "./decision.ts";
import { createSessionFacts, type SessionFacts } from "./session-facts.ts";
import { createThinkingPlaces } from "./thinking-places.ts";
import { readThinkingCall } from "./thinking-tool.ts";
import { createToolLog } from "./tool-log.ts";
import type { OpenTranscript, Places, Search, Skips, Transcript, TranscriptThought } from "./transcript.ts";
import { countOf, type JsonObject, listOf, objectOf, parseObject, textOf, timeOf } from "./value.ts";

/** The database of opencode. */
export function opencodeDatabase({ env, homeFolder }: Places): string {
  const data = join(env.XDG_DATA_HOME || join(homeFolder, ".local", "share"), "opencode");
  const named = env.OPENCODE_DB;
  if (!named) return join(data, "opencode.db");
  return /[\\/]/.test(named) ? named : join(data, named);
}

/** Finds the sessions of a database. Sessions of subagents belong to the session that started them. */
export async function* findOpencode(file: string, search: Search): AsyncGenerator<Transcript> {
  const { modifiedAt } = await databaseState(file);
  const { db, close } = await openDatabaseCopy(file);
  search.defer(close);
  const tables = tablesOf(db);
  if (!["session", "message", "part"].every((table) => tables.has(table))) return;
  const sessions = db
    .prepare(`SELECT * FROM session ORDER BY ${orderOf(db, "session")}`)
    .all()
    .map(objectOf);
  const ids = new Set(sessions.map(({ id }) => String(id)));
  const facts = db.prepare(
    "SELECT count(*) AS parts, ifnull(sum(length(data)), 0) AS bytes, max(rowid) AS newest FROM part WHERE session_id = ?",
  );
  const taken = new Set<string>();
  const isChild = ({ parent_id: parent }: JsonObject) =>
    textOf(parent) !== undefined && ids.has(String(parent));
  const roots = sessions.filter((session) => !isChild(session));
  // Sessions whose parents form a cycle have no root, so they are listed too.
  for (const session of [...roots, ...sessions.filter(isChild)]) {
    const id = String(session.id);
    if (taken.has(id)) continue;
    const family = familyOf(id, sessions);
    for (const member of family) taken.add(String(member.id));
    const counts = family.map((member) => objectOf(facts.get(String(member.id))));
    yield {
      program: "opencode",
      nativeId: id,
      file,
      fingerprint: counts
        .map(({ parts, bytes, newest }, at) => `${parts}-${bytes}-${newest}-${family[at]!.time_updated}`)
        .join(" "),
      bytes: counts.reduce((sum, { bytes }) => sum + countOf(bytes), 0),
      modifiedAt: timeOf(session.time_updated) ?? modifiedAt,
      open: async (skips) => openSession(db, family, skips),
    };
  }
}

/** A session followed by all sessions of its subagents. */
function familyOf(id: string, sessions: readonly JsonObject[]): JsonObject[] {
  const family = sessions.filter((session) => session.id === id);
  const known = new Set([id]);
  for (let from = 0; from < family.length; from++)
    for (const session of sessions)
      if (session.parent_id === family[from]!.id && !known.has(String(session.id))) {
        known.add(String(session.id));
        family.push(session);
      }
  return family;
}

/** The order of a table's rows in time; not every version has the column. */
function orderOf(db: DatabaseSync, table: "session" | "message" | "part"): string {
  const columns = db.prepare(`PRAGMA table_info(${table})`).all();
  return columns.some(({ name }) => name === "time_created") ? "time_created, id" : "rowid";
}

interface Part {
  readonly id: string;
  readonly message: JsonObject;
  readonly messageId: string;
  readonly part: JsonObject;
  readonly at: number | undefined;
}

function* partsOf(db: DatabaseSync, session: JsonObject, skips?: Skips): Generator<Part> {
  const messages = db.prepare(
    `SELECT * FROM message WHERE session_id = ? ORDER BY ${orderOf(db, "message")}`,
  );
  const parts = db.prepare(`SELECT * FROM part WHERE message_id = ? ORDER BY ${orderOf(db, "part")}`);
  for (const row of messages.iterate(String(session.id))) {
    const message = parseObject(String(row.data));
    if (!message) {
      skips?.add("invalid JSON");
      continue;
    }
    for (const one of parts.all(String(row.id))) {
      const part = parseObject(String(one.data));
      if (!part) {
        skips?.add("invalid JSON");
        continue;
      }
      const at =
        timeOf(objectOf(part.time).start) ??
        timeOf(one.time_created) ??
        timeOf(objectOf(message.time).created);
      yield { id: String(one.id), message, messageId: String(row.id), part, at };
    }
  }
}

function openSession(db: DatabaseSync, family: readonly JsonObject[], skips: Skips): OpenTranscript {
  const [session] = family;
  const facts = createSessionFacts();
  facts.place(textOf(session!.directory), undefined);
  for (const member of family) scan(db, member, member === session, facts, skips);
  return {
    facts: facts.done({ title: textOf(session!.title) }),
    async *thoughts() {
      const starts = new Map<string, string>();
      for (const member of family) yield* thoughtsOf(db, member, member === session, starts);
    },
  };
}

function scan(
  db: DatabaseSync,
  session: JsonObject,
  isMain: boolean,
  facts: SessionFacts,
  skips: Skips,
): void {
  const counted = new Set<string>();
  facts.at(timeOf(session.time_created));
  for (const { messageId, message, part, at } of partsOf(db, session, skips)) {
    facts.at(at);
    if (!counted.has(messageId)) {
      counted.add(messageId);
      const tokens = objectOf(message.tokens);
      facts.tokens({
        input: countOf(tokens.input),
        output: countOf(tokens.output),
        reasoning: countOf(tokens.reasoning),
        cacheRead: countOf(objectOf(tokens.cache).read),
        cacheWrite: countOf(objectOf(tokens.cache).write),
      });
      facts.cost(message.cost);
      if (message.role === "assistant") facts.model(modelOf(message));
      facts.place(textOf(objectOf(message.path).cwd), undefined);
    }
    if (part.type === "compaction")
      facts.compacted(at === undefined ? undefined : new Date(at).toISOString());
    if (part.type === "reasoning" && textOf(part.text) === undefined) facts.hid(1);
    if (part.type === "tool" && !readThinkingCall(textOf(part.tool) ?? "", objectOf(part.state).input))
      facts.tool(textOf(part.tool) ?? "unknown");
    if (!isMain) continue;
    if (message.role === "user") {
      if (part.type === "text" && part.synthetic !== true) facts.prompt(textOf(part.text));
      facts.state(false);
    } else if (part.type === "text")
      facts.state(objectOf(message.time).completed !== undefined || message.finish === "stop");
    else if (part.type === "tool") facts.state(false);
  }
}

async function* thoughtsOf(
  db: DatabaseSync,
  session: JsonObject,
  isMain: boolean,
  starts: Map<string, string>,
): AsyncGenerator<TranscriptThought> {
  const id = String(session.id);
  const agent = isMain ? undefined : `agent-${id.slice(0, 40)}`;
  const revert = textOf(parseObject(String(session.revert ?? ""))?.messageID);
  const log = createToolLog();
  const place = createThinkingPlaces();
  let last: string | undefined;
  let kept: string | undefined;
  for (const { id: key, messageId, message, part, at } of partsOf(db, session)) {
    if (message.role !== "assistant") continue;
    // Messages from the reverted one on are there until the person continues.
    const isReverted = revert !== undefined && messageId >= revert;
    const branchId = isReverted ? `${agent ? `${agent}/` : ""}rewind-${revert.slice(-8)}` : agent;
    const fork = isReverted ? kept : starts.get(id);
    const lane = branchId ?? "";
    const base = { key, nativeId: key, at, branchId, fork, model: modelOf(message) };
    const text = textOf(part.text);
    const thoughts: TranscriptThought[] = [];
    if (part.type === "reasoning" && text !== undefined)
      thoughts.push({ ...base, kind: "reasoning", content: text });
    else if (part.type === "text" && text !== undefined && part.synthetic !== true && part.ignored !== true)
      thoughts.push({ ...base, kind: "prose", content: text });
    else if (part.type === "tool") {
      const state = objectOf(part.state);
      const tool = textOf(part.tool) ?? "unknown";
      const call = readThinkingCall(tool, state.input);
      if (call) {
        const thinking = place(key, call, lane);
        thoughts.push({
          ...base,
          kind: "tool",
          content: call.content,
          revises: thinking.revises,
          ...(thinking.branchId !== undefined && {
            branchId: thinking.branchId,
            fork: thinking.fork ?? last,
          }),
        });
      } else {
        log.called(lane, key, tool, state.input);
        const exit = objectOf(state.metadata).exit;
        if (state.status !== undefined)
          log.returned(key, state.status === "error", typeof exit === "number" ? exit : undefined);
        const child =
          textOf(objectOf(state.metadata).sessionId) ?? textOf(objectOf(state.metadata).sessionID);
        if (child !== undefined && last !== undefined) starts.set(child, last);
        const questions = asksPerson(tool) ? readQuestions(state.input) : [];
        const decisions = readAnswers(questions, { answers: answersOf(state) }, state.output);
        for (const [index, decision] of decisions.entries())
          thoughts.push({
            ...base,
            key: index === 0 ? key : `${key}:${index}`,
            kind: "decision",
            content: decisionText(decision),
            decision,
          });
      }
    }
    for (const thought of thoughts) {
      yield { ...thought, ...log.take(lane) };
      last = thought.key;
      if (!isReverted) kept = thought.key;
    }
  }
}

/** Answers of opencode's question tool: a list in the order of the questions. */
function answersOf(state: JsonObject): JsonObject {
  const questions = readQuestions(state.input);
  const answers = listOf(objectOf(state.metadata).answers);
  return Object.fromEntries(questions.map(({ question }, at) => [question, answers[at]]));
}

function modelOf(message: JsonObject): string | undefined {
  return textOf(message.modelID) ?? textOf(objectOf(message.model).modelID);
}
