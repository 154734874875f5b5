import { basename, dirname, join } from "node:path";
import { readBlocks } from "./claude-record.ts";
import { type AgentFile, readSubagent, scanSession } from "./claude-scan.ts";
import { decisionText, readAnswers, readQuestions } from "./decision.ts";
import { fileTranscript } from "./file-transcript.ts";
import { type Files, filesUnder } from "./files-under.ts";
import { readLines } from "./read-lines.ts";
import { unlessUnreadable } from "./readable-file.ts";
import { createThinkingPlaces } from "./thinking-places.ts";
import { createToolLog, exitCodeIn } from "./tool-log.ts";
import type { OpenTranscript, Places, Skips, Transcript, TranscriptThought } from "./transcript.ts";
import { contentText, objectOf, textOf, timeOf } from "./value.ts";

/** The folder with Claude Code's projects. */
export function claudeCodeFolder({ env, homeFolder }: Places): string {
  return join(env.CLAUDE_CONFIG_DIR || join(homeFolder, ".claude"), "projects");
}

/** Finds the sessions among files: each `<id>.jsonl` with the files of its subagents. */
export async function* findClaudeCode(files: Files, skips: Skips): AsyncGenerator<Transcript> {
  const sessions: string[] = [];
  const agents = new Map<string, AgentFile[]>();
  for await (const file of files) {
    const name = basename(file);
    if (!name.endsWith(".jsonl") || name === "journal.jsonl") continue;
    if (!name.startsWith("agent-")) {
      if (!/[\\/]subagents[\\/]/.test(file)) sessions.push(file);
      continue;
    }
    // New: `<session>/subagents/…/agent-<id>.jsonl`. Old: beside the session, which the records name.
    const session =
      /[\\/]([^\\/]+)[\\/]subagents[\\/]/.exec(file)?.[1] ??
      (await unlessUnreadable(skips, () => sessionIdIn(file)));
    if (session === undefined) continue;
    const agent = { file, id: name.slice("agent-".length, -".jsonl".length) };
    const known = agents.get(session);
    if (known) known.push(agent);
    else agents.set(session, [agent]);
  }
  for (const file of sessions) {
    const own = agents.get(basename(file, ".jsonl")) ?? [];
    const transcript = await unlessUnreadable(skips, () => claudeCodeTranscript(file, own));
    if (transcript) yield transcript;
  }
}

/** The session of one file, with the subagents beside it. */
export async function openClaudeCodeFile(file: string): Promise<Transcript> {
  const agents: AgentFile[] = [];
  for await (const found of filesUnder(join(dirname(file), basename(file, ".jsonl"), "subagents"))) {
    const name = basename(found);
    if (/^agent-.*\.jsonl$/.test(name))
      agents.push({ file: found, id: name.slice("agent-".length, -".jsonl".length) });
  }
  return claudeCodeTranscript(file, agents);
}

async function claudeCodeTranscript(file: string, agents: readonly AgentFile[]): Promise<Transcript> {
  return fileTranscript(
    "claude-code",
    basename(file, ".jsonl"),
    file,
    (skips) => openTranscript(file, agents, skips),
    agents.map((agent) => agent.file),
  );
}

async function sessionIdIn(file: string): Promise<string | undefined> {
  for await (const { record, line } of readLines(file)) {
    const id = textOf(record.sessionId);
    if (id !== undefined || line > 20) return id;
  }
  return undefined;
}

async function openTranscript(
  file: string,
  agents: readonly AgentFile[],
  skips: Skips,
): Promise<OpenTranscript> {
  const scan = await scanSession(file, agents, skips);
  return { facts: scan.facts, thoughts: () => thoughtsOf(file, scan) };
}

async function* thoughtsOf(
  file: string,
  scan: Awaited<ReturnType<typeof scanSession>>,
): AsyncGenerator<TranscriptThought> {
  const { tree, sides } = scan;
  const log = createToolLog();
  const place = createThinkingPlaces();
  const asked = new Map<string, ReturnType<typeof readQuestions>>();
  let at: number | undefined;
  for await (const { line: row, record } of readLines(file)) {
    const id = textOf(record.uuid);
    // Repeated records, and records that were written since the first pass, are left out.
    if (id === undefined || (tree.lineOf(id) ?? sides.lineOf(id)) !== row || !scan.isSpoken(record)) continue;
    at = timeOf(record.timestamp) ?? at;
    const side = record.isSidechain === true ? sides.branchOf(id) : undefined;
    const branch = side ?? tree.branchOf(id);
    const line = branch?.id ?? "";
    const message = objectOf(record.message);
    const model = textOf(message.model);
    const blocks = readBlocks(id, record.type as "user" | "assistant", message.content);
    const base = { nativeId: id, at, branchId: branch?.id, fork: branch?.fork, model };
    for (const result of blocks.results) {
      log.returned(result.id, result.failed, result.failed ? exitCodeIn(contentText(result.content)) : 0);
      const questions = result.id === undefined ? undefined : asked.get(result.id);
      if (!questions || result.failed) continue;
      for (const [index, decision] of readAnswers(questions, record.toolUseResult, result.content).entries())
        yield {
          ...base,
          key: `${result.id}:${index}`,
          kind: "decision",
          content: decisionText(decision),
          decision,
          ...log.take(line),
        };
    }
    for (const piece of blocks.pieces) {
      const { call } = piece;
      const thinking = call && place(piece.key, call, line);
      yield {
        ...base,
        key: piece.key,
        kind: piece.kind,
        content: piece.content,
        ...(call?.confidence !== undefined && { confidence: call.confidence }),
        ...(thinking?.branchId !== undefined && {
          branchId: thinking.branchId,
          fork: thinking.fork ?? tree.thoughtAt(id),
        }),
        ...(thinking?.revises !== undefined && { revises: thinking.revises }),
        ...log.take(line),
      };
    }
    for (const use of blocks.uses) {
      log.called(line, use.id, use.name, use.input);
      if (use.asks && use.id !== undefined) asked.set(use.id, readQuestions(use.input));
    }
  }
  for (const agent of scan.agents) yield* readSubagent(agent, scan.isKnown);
}
