import { basename, join } from "node:path";
import { type CodexItem, createCodexState, readCodexItem } from "./codex-item.ts";
import { fileTranscript } from "./file-transcript.ts";
import type { Files } from "./files-under.ts";
import { createMessageTree } from "./message-tree.ts";
import { canReadZstd, type LinesEnd, readLines } from "./read-lines.ts";
import { unlessUnreadable } from "./readable-file.ts";
import { createSessionFacts } from "./session-facts.ts";
import { createThinkingPlaces } from "./thinking-places.ts";
import { createToolLog } from "./tool-log.ts";
import type { OpenTranscript, Places, Skips, Transcript, TranscriptThought } from "./transcript.ts";
import { type JsonObject, objectOf, textOf, timeOf } from "./value.ts";

/** The folder with Codex's sessions. */
export function codexFolder({ env, homeFolder }: Places): string {
  return join(env.CODEX_HOME || join(homeFolder, ".codex"), "sessions");
}

/** Whether a file has the name that Codex gives to a session. */
export const isRollout = (file: string): boolean => /^rollout-.*\.jsonl(\.zst)?$/.test(basename(file));

/** Finds the sessions among files. A session that exists compressed and uncompressed is found once. */
export async function* findCodex(given: Files, skips: Skips): AsyncGenerator<Transcript> {
  const plain = new Set<string>();
  const files: string[] = [];
  for await (const file of given) {
    if (!isRollout(file)) continue;
    files.push(file);
    if (file.endsWith(".jsonl")) plain.add(file);
  }
  const found: Transcript[] = [];
  const children = new Map<string, string[]>();
  for (const file of files) {
    if (file.endsWith(".zst")) {
      if (plain.has(file.slice(0, -".zst".length))) continue;
      if (!canReadZstd) {
        skips.add("zstd needs Node 22.15 or later");
        continue;
      }
    }
    const { id, parent } = await identify(file);
    if (parent === undefined) {
      // A file that begins with a copy of another session repeats its id.
      const isTaken = found.some((one) => one.nativeId === id);
      const own = isTaken ? idInName(file) : id;
      const transcript = await unlessUnreadable(skips, () => codexTranscript(file, own, []));
      if (transcript) found.push(transcript);
    } else children.set(parent, [...(children.get(parent) ?? []), file]);
  }
  for (const transcript of found) {
    const agents = children.get(transcript.nativeId) ?? [];
    children.delete(transcript.nativeId);
    yield agents.length === 0
      ? transcript
      : await codexTranscript(transcript.file, transcript.nativeId, agents);
  }
  // Subagents without their parent's file are imported as separate sessions.
  for (const file of [...children.values()].flat())
    yield await codexTranscript(file, (await identify(file)).id, []);
}

/** The session of one file. */
export async function openCodexFile(file: string): Promise<Transcript> {
  return codexTranscript(file, (await identify(file)).id, []);
}

async function codexTranscript(
  file: string,
  nativeId: string,
  agents: readonly string[],
): Promise<Transcript> {
  return fileTranscript("codex", nativeId, file, (skips) => openTranscript(file, agents, skips), agents);
}

/** The id in a name such as `rollout-2026-11-02T10-11-12-<uuid>.jsonl`. */
function idInName(file: string): string {
  const name = basename(file).replace(/\.jsonl(\.zst)?$/, "");
  return /^rollout-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-(.+)$/.exec(name)?.[1] ?? name;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Id of the session in a file, and of the session that started it as a subagent. */
async function identify(
  file: string,
): Promise<{ readonly id: string; readonly parent?: string | undefined }> {
  const fallback = idInName(file);
  try {
    for await (const { record, line } of readLines(file)) {
      const meta =
        record.type === "session_meta" ? objectOf(record.payload) : line === 1 ? record : undefined;
      if (meta) {
        const spawn = objectOf(objectOf(objectOf(meta.source).subagent).thread_spawn);
        const parent = textOf(spawn.parent_thread_id) ?? textOf(meta.parent_thread_id);
        // If both are ids, the file name wins: a resumed or forked file may begin with another session's record.
        const named = textOf(meta.id) ?? fallback;
        const id = UUID.test(fallback) ? fallback : named;
        return { id, ...(parent !== id && { parent }) };
      }
      if (line > 20) break;
    }
  } catch {
    // Opening the transcript reports the problem.
  }
  return { id: fallback };
}

async function openTranscript(
  file: string,
  agents: readonly string[],
  skips: Skips,
): Promise<OpenTranscript> {
  const facts = createSessionFacts();
  const main = await scan(file, facts, skips, true);
  for (const agent of agents) await scan(agent, facts, skips, false);
  const { summary } = main;
  return {
    facts: facts.done({ title: summary }),
    async *thoughts() {
      yield* thoughtsOf(file, main.tree, "", undefined, undefined);
      for (const agent of agents) {
        const { id } = await identify(agent);
        const { tree } = await scan(agent, createSessionFacts(), { add() {} }, false);
        const fork = main.tree.thoughtBefore(tree.began ?? Number.POSITIVE_INFINITY);
        yield* thoughtsOf(agent, tree, `${id}:`, `agent-${id.slice(-12)}`, fork);
      }
    },
  };
}

interface Scanned {
  readonly tree: ReturnType<typeof createMessageTree> & { began?: number | undefined };
  readonly summary?: string | undefined;
}

async function scan(
  file: string,
  facts: ReturnType<typeof createSessionFacts>,
  skips: Skips,
  isMain: boolean,
): Promise<Scanned> {
  const tree: Scanned["tree"] = createMessageTree();
  const prompts: (string | undefined)[] = [];
  const end: LinesEnd = { isCut: false };
  const items = createItems();
  let current: string | undefined;
  let summary: string | undefined;
  for await (const { record, line } of readLines(file, skips, end)) {
    const item = items(record, skips);
    if (!item) continue;
    const at = timeOf(record.timestamp);
    facts.at(at);
    tree.began ??= at;
    if (isMain) {
      facts.place(item.cwd, item.gitBranch);
      facts.prompt(item.prompt);
      summary ??= item.title;
    }
    facts.model(item.model);
    facts.hid(item.hidden ?? 0);
    if (item.tokens) facts.totalTokens(file, item.tokens);
    if (item.compacted) facts.compacted(textOf(record.timestamp));
    if (item.call && !item.call.thinking) facts.tool(item.call.name);
    if (item.state !== undefined && isMain) facts.state(item.state);
    if (item.rolledBack) {
      const back = prompts.splice(Math.max(0, prompts.length - item.rolledBack));
      current = back.length === 0 ? current : back[0];
      continue;
    }
    if (item.prompt !== undefined && !item.isRepeated) prompts.push(current);
    const id = String(line);
    const thought = item.thoughts.length > 0 ? `${id}:${item.thoughts.length - 1}` : undefined;
    tree.add(id, current, { line, at, thought, continues: false });
    current = id;
  }
  if (end.isCut && isMain) facts.state(false);
  tree.settle(current);
  return { tree, summary };
}

async function* thoughtsOf(
  file: string,
  tree: Scanned["tree"],
  prefix: string,
  agent: string | undefined,
  agentFork: string | undefined,
): AsyncGenerator<TranscriptThought> {
  const items = createItems();
  const log = createToolLog();
  const place = createThinkingPlaces();
  let at: number | undefined;
  let model: string | undefined;
  for await (const { record, line } of readLines(file)) {
    const item = items(record);
    if (!item) continue;
    at = timeOf(record.timestamp) ?? at;
    model = item.model ?? model;
    const id = String(line);
    const rewound = tree.branchOf(id);
    const branchId = rewound && agent ? `${agent}/${rewound.id}` : (rewound?.id ?? agent);
    const fork = rewound?.fork === undefined ? agentFork : `${prefix}${rewound.fork}`;
    const lane = branchId ?? "";
    const { call, result } = item;
    if (result && !call) log.returned(result.id, result.failed, result.code);
    for (const [index, { kind, content, decision }] of item.thoughts.entries()) {
      const key = `${prefix}${id}:${index}`;
      const thinking = item.call?.thinking && place(key, item.call.thinking, lane);
      yield {
        key,
        nativeId: item.id ?? id,
        kind,
        content,
        at,
        branchId: thinking?.branchId ?? branchId,
        fork: thinking?.branchId === undefined ? fork : (thinking.fork ?? tree.thoughtAt(id)),
        revises: thinking?.revises,
        confidence: item.call?.thinking?.confidence,
        model,
        decision,
        ...log.take(lane),
      };
    }
    if (!call || call.thinking) continue;
    log.called(lane, call.id, call.name, call.input);
    if (result) log.returned(result.id, result.failed, result.code);
  }
}

/** Reads records in order; both passes see the same items. */
function createItems(): (record: JsonObject, skips?: Skips) => CodexItem | undefined {
  const state = createCodexState();
  return (record, skips) => readCodexItem(record, state, skips);
}
