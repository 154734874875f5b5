import { type Blocks, isSpoken, promptOf, readBlocks } from "./claude-record.ts";
import { type AskedQuestion, readAnswers, readQuestions } from "./decision.ts";
import { createIdTable } from "./id-table.ts";
import { type Branch, createMessageTree, type MessageTree } from "./message-tree.ts";
import { type LinesEnd, readLines } from "./read-lines.ts";
import { createSessionFacts } from "./session-facts.ts";
import { createThinkingPlaces } from "./thinking-places.ts";
import { createToolLog, exitCodeIn } from "./tool-log.ts";
import type { Skips, TranscriptThought } from "./transcript.ts";
import { contentText, type JsonObject, objectOf, textOf, timeOf } from "./value.ts";

/** The file of a subagent. */
export interface AgentFile {
  readonly file: string;
  readonly id: string;
}

/** Records without a message that the reader knows; others are counted. */
const KNOWN_TYPES = new Set(
  `system summary attachment ai-title custom-title file-history-snapshot queue-operation mode last-prompt pr-link progress
   continued-in permission-mode relocated agent-name tag agent-setting task-summary`.split(/\s+/),
);

/** Reads a session once: its facts, the tree of its records, and where its subagents fork. */
export async function scanSession(file: string, agents: readonly AgentFile[], skips: Skips) {
  const tree = createMessageTree();
  const sides = createSides(tree);
  const facts = createSessionFacts();
  const spawned = new Map<string, string>();
  const end: LinesEnd = { isCut: false };
  const titles: { custom?: string; generated?: string } = {};
  const asked = new Map<string, readonly AskedQuestion[]>();
  const summaries: { readonly title: string; readonly leaf: string | undefined }[] = [];
  /** Whether there has been no message since the last compaction. */
  let isCompacted = false;
  let leaf: string | undefined;

  for await (const { line, record } of readLines(file, skips, end)) {
    const id = textOf(record.uuid);
    const type = textOf(record.type) ?? "";
    if (id === undefined) {
      titles.custom = textOf(record.customTitle) ?? titles.custom;
      titles.generated = textOf(record.aiTitle) ?? titles.generated;
      const summary = type === "summary" ? textOf(record.summary) : undefined;
      if (summary !== undefined && summaries.length < MOST_SUMMARIES)
        summaries.push({ title: summary, leaf: textOf(record.leafUuid) });
      if (!KNOWN_TYPES.has(type))
        skips.add(type === "user" || type === "assistant" ? "message without id" : "unknown record");
      continue;
    }
    if (tree.has(id) || sides.has(id)) {
      skips.add("duplicate record");
      continue;
    }
    const at = timeOf(record.timestamp);
    facts.at(at);
    facts.place(textOf(record.cwd), textOf(record.gitBranch));
    const message = objectOf(record.message);
    const isMessage = isSpoken(record);
    const blocks = isMessage ? readBlocks(id, type as "user" | "assistant", message.content) : undefined;
    const thought = blocks?.pieces.at(-1)?.key;
    const parent = textOf(record.parentUuid) ?? textOf(record.logicalParentUuid);
    if (record.isSidechain === true) {
      sides.add(id, line, parent, textOf(record.agentId));
    } else {
      const isPrompt = type === "user" && promptOf(blocks?.said) !== undefined;
      tree.add(id, parent, {
        line,
        at,
        message: textOf(message.id),
        thought: thought ?? lastDecision(record, blocks, asked),
        // Without a known parent, only a prompt starts a new root: the person went back to the beginning. After a
        // compaction, and where the parent is in another file, records follow the one before.
        continues: isCompacted || textOf(record.parentUuid) !== undefined || blocks?.said === undefined,
        mayGoBack: isPrompt && !isCompacted,
        isResult: type === "user" && blocks?.said === undefined && (blocks?.results.length ?? 0) > 0,
      });
      if (type === "user" || type === "assistant") leaf = id;
      if (isCompaction(record)) {
        tree.compacted();
        isCompacted = true;
      } else if (isPrompt || (type === "assistant" && blocks)) isCompacted = false;
    }
    if (isCompaction(record))
      facts.compacted(textOf(record.timestamp), textOf(objectOf(record.compactMetadata).trigger));
    facts.cost(record.costUSD);
    if (!blocks) {
      if (type === "user" || type === "assistant") skips.add("inserted by the program");
      else if (!KNOWN_TYPES.has(type)) skips.add("unknown record");
      continue;
    }
    const agentId = textOf(objectOf(record.toolUseResult).agentId);
    if (agentId !== undefined) spawned.set(agentId, textOf(record.parentUuid) ?? id);
    facts.model(textOf(message.model));
    facts.hid(blocks.hidden);
    facts.claudeUsage(textOf(message.id) ?? id, message.usage);
    for (const use of blocks.uses) {
      facts.tool(use.name);
      if (use.asks && use.id !== undefined && asked.size < MOST_ASKED)
        asked.set(use.id, readQuestions(use.input));
    }
    if (record.isSidechain === true) continue;
    facts.prompt(type === "user" ? promptOf(blocks.said) : undefined);
    if (type === "assistant") {
      const isOpen = blocks.uses.length > 0 || blocks.pieces.some(({ kind }) => kind === "tool");
      if (isOpen || STOPPED_EARLY.has(message.stop_reason)) facts.state(false, textOf(message.id), true);
      // Reasoning alone does not show whether its message has more parts.
      else
        facts.state(
          blocks.pieces.some(({ kind }) => kind === "prose"),
          textOf(message.id),
          false,
        );
    } else if (blocks.said !== undefined || blocks.results.length > 0) facts.state(false);
  }
  tree.settle(leaf);
  if (end.isCut) facts.state(false);
  const isKnown = (id: string) => tree.has(id) || sides.has(id);
  /** Subagents that other subagents started, with the thought before. */
  const nested = new Map<string, { readonly by: AgentFile; readonly fork: string | undefined }>();
  for (const agent of agents)
    for (const [id, fork] of await scanAgent(agent, isKnown, facts, skips))
      nested.set(id, { by: agent, fork });
  const names = branchNames(agents);
  // Old versions also write summaries of other sessions of the project, which end in records that are not here.
  const summary =
    summaries.findLast(({ leaf: end }) => end !== undefined && isKnown(end)) ?? summaries.at(-1);
  return {
    tree,
    sides,
    isKnown,
    agents: (
      await Promise.all(
        agents.map(async (agent, at) => ({
          file: agent.file,
          id: names[at]!,
          fork: nested.get(agent.id)?.fork ?? (await forkOf(agent, tree, spawned)),
          depth: depthOf(agent, nested),
        })),
      )
    ).sort((one, other) => one.depth - other.depth),
    isSpoken,
    facts: facts.done({ title: titles.custom ?? titles.generated ?? summary?.title }),
  };
}

const MOST_SUMMARIES = 1000;
const MOST_ASKED = 1000;

/** Reasons for which a message ends although the work continues. */
const STOPPED_EARLY = new Set<unknown>(["tool_use", "max_tokens", "pause_turn"]);

function isCompaction(record: JsonObject): boolean {
  return record.type === "system" && record.subtype === "compact_boundary";
}

/** Key of the last decision that the answers in a record become. */
function lastDecision(
  { toolUseResult }: JsonObject,
  blocks: Blocks | undefined,
  asked: ReadonlyMap<string, readonly AskedQuestion[]>,
): string | undefined {
  const keys = (blocks?.results ?? []).flatMap(({ id, failed, content }) => {
    const questions = id === undefined || failed ? undefined : asked.get(id);
    const count = questions ? readAnswers(questions, toolUseResult, content).length : 0;
    return count === 0 ? [] : [`${id}:${count - 1}`];
  });
  return keys.at(-1);
}

/** Records of subagents in the file of their session; each chain of them is a branch. */
function createSides(tree: MessageTree) {
  const ids = createIdTable();
  const chains: { readonly name: string; readonly fork: string | undefined }[] = [];
  /** The chain and the line of each record. */
  let rows = new Uint32Array(64);
  return {
    has: (id: string) => ids.find(id) !== undefined,
    /** The line where a record first occurs. */
    lineOf(id: string): number | undefined {
      const at = ids.find(id);
      return at === undefined ? undefined : rows[at * 2 + 1];
    },
    add(id: string, line: number, parent: string | undefined, agentId: string | undefined): void {
      const known = parent === undefined ? undefined : ids.find(parent);
      const at = ids.add(id);
      if (at * 2 === rows.length) {
        const larger = new Uint32Array(rows.length * 2);
        larger.set(rows);
        rows = larger;
      }
      rows[at * 2] = known === undefined ? chains.length : rows[known * 2]!;
      rows[at * 2 + 1] = line;
      if (known === undefined)
        chains.push({ name: `agent-${(agentId ?? id).slice(0, 40)}`, fork: parent ?? tree.last() });
    },
    branchOf(id: string): Branch | undefined {
      const at = ids.find(id);
      const chain = at === undefined ? undefined : chains[rows[at * 2]!];
      return (
        chain && { id: chain.name, fork: chain.fork === undefined ? undefined : tree.thoughtAt(chain.fork) }
      );
    },
  };
}

/** Names of the subagents' branches. Agents of two workflow runs may have one id; each is a branch of its own. */
function branchNames(agents: readonly AgentFile[]): string[] {
  const taken = new Map<string, number>();
  return agents.map(({ id }) => {
    const count = (taken.get(id) ?? 0) + 1;
    taken.set(id, count);
    return count === 1 ? `agent-${id.slice(0, 40)}` : `agent-${id.slice(0, 36)}-${count}`;
  });
}

/** How many subagents started each other, one after another, down to this one: their thoughts come first. */
function depthOf(agent: AgentFile, nested: ReadonlyMap<string, { readonly by: AgentFile }>): number {
  const seen = new Set<string>();
  for (let id = agent.id; !seen.has(id) && nested.has(id); id = nested.get(id)!.by.id) seen.add(id);
  return seen.size;
}

/** Reads the facts of a subagent. Returns the subagents that it started, with its last thought before. */
async function scanAgent(
  { file }: AgentFile,
  isKnown: (id: string) => boolean,
  facts: ReturnType<typeof createSessionFacts>,
  skips: Skips,
): Promise<ReadonlyMap<string, string | undefined>> {
  const started = new Map<string, string | undefined>();
  let last: string | undefined;
  const seen = createIdTable();
  for await (const { record } of readLines(file, skips)) {
    const id = textOf(record.uuid);
    if (id === undefined || !isSpoken(record)) continue;
    // A subagent that starts with a copy of its session repeats the session's records.
    if (isKnown(id) || seen.find(id) !== undefined) {
      skips.add("duplicate record");
      continue;
    }
    seen.add(id);
    const message = objectOf(record.message);
    const blocks = readBlocks(id, record.type as "user" | "assistant", message.content);
    facts.at(timeOf(record.timestamp));
    facts.model(textOf(message.model));
    facts.hid(blocks.hidden);
    facts.claudeUsage(textOf(message.id) ?? id, message.usage);
    for (const use of blocks.uses) facts.tool(use.name);
    const agentId = textOf(objectOf(record.toolUseResult).agentId);
    if (agentId !== undefined) started.set(agentId, last);
    last = blocks.pieces.at(-1)?.key ?? last;
  }
  return started;
}

/** Where a subagent forks: at the call that started it, else behind the records it copied, else by time. */
async function forkOf(
  agent: AgentFile,
  tree: MessageTree,
  spawned: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  const by = spawned.get(agent.id);
  const fork = by === undefined ? undefined : tree.thoughtAt(by);
  if (fork !== undefined) return fork;
  for await (const { record } of readLines(agent.file)) {
    const id = textOf(record.uuid);
    const began = timeOf(record.timestamp);
    if (id === undefined || tree.has(id) || began === undefined) continue;
    const parent = textOf(record.parentUuid);
    if (parent !== undefined && tree.has(parent)) return tree.thoughtAt(parent);
    return tree.thoughtBefore(began);
  }
  return undefined;
}

/** The thoughts of a subagent's file. */
export async function* readSubagent(
  agent: AgentFile & Branch,
  isKnown: (id: string) => boolean,
): AsyncGenerator<TranscriptThought> {
  const log = createToolLog();
  const place = createThinkingPlaces();
  const seen = createIdTable();
  let at: number | undefined;
  for await (const { record } of readLines(agent.file)) {
    const id = textOf(record.uuid);
    if (id === undefined || seen.find(id) !== undefined || isKnown(id) || !isSpoken(record)) continue;
    seen.add(id);
    at = timeOf(record.timestamp) ?? at;
    const message = objectOf(record.message);
    const blocks = readBlocks(id, record.type as "user" | "assistant", message.content);
    for (const { id: call, failed, content } of blocks.results)
      log.returned(call, failed, failed ? exitCodeIn(contentText(content)) : 0);
    for (const piece of blocks.pieces) {
      const thinking = piece.call && place(piece.key, piece.call, agent.id);
      yield {
        key: piece.key,
        nativeId: id,
        kind: piece.kind,
        content: piece.content,
        at,
        branchId: thinking?.branchId ?? agent.id,
        fork: thinking?.branchId === undefined ? agent.fork : (thinking.fork ?? agent.fork),
        revises: thinking?.revises,
        model: textOf(message.model),
        ...log.take(agent.id),
      };
    }
    for (const use of blocks.uses) log.called(agent.id, use.id, use.name, use.input);
  }
}
