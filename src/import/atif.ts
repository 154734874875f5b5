import { basename } from "node:path";
import { DEFAULT_PROJECT } from "../ledger/index.ts";
import { exactThought } from "./exact-thought.ts";
import { fileTranscript, readDocument } from "./file-transcript.ts";
import { createSessionFacts, type SessionFacts } from "./session-facts.ts";
import { readThinkingCall } from "./thinking-tool.ts";
import { createToolLog } from "./tool-log.ts";
import type { Skips, Transcript, TranscriptThought } from "./transcript.ts";
import { contentText, countOf, type JsonObject, listOf, objectOf, tagsOf, textOf, timeOf } from "./value.ts";

/** Whether a document is an ATIF trajectory. */
export function isAtif(document: JsonObject): boolean {
  return (
    Array.isArray(document.steps) &&
    (/^ATIF/i.test(String(document.schema_version)) || textOf(document.session_id) !== undefined)
  );
}

/** A trajectory file; trajectories of subagents inside it are branches. */
export async function openAtifFile(file: string, document?: JsonObject): Promise<Transcript> {
  const id = textOf(document?.session_id) ?? textOf(document?.trajectory_id) ?? basename(file, ".json");
  return fileTranscript("atif", id, file, async (skips) => {
    const root = (await readDocument(file, skips)) ?? {};
    const facts = createSessionFacts();
    for (const { id, trajectory } of trajectoriesOf(root)) scan(trajectory, facts, skips, id === undefined);
    const cwd = textOf(objectOf(root.extra).cwd) ?? textOf(objectOf(objectOf(root.agent).extra).cwd);
    facts.place(cwd, textOf(objectOf(root.extra).git_branch));
    const { total_cost_usd: cost, ...total } = objectOf(root.final_metrics);
    const { title, description, project, tags, status } = objectOf(root.extra);
    if (status === "active") facts.state(false);
    const done = facts.done({
      title: textOf(title),
      ...(textOf(description) !== undefined && { prompt: textOf(description) }),
      tags: tagsOf(tags),
      ...(textOf(project) !== undefined && project !== DEFAULT_PROJECT && { project: textOf(project) }),
    });
    return {
      facts: {
        ...done,
        ...(countOf(cost) > 0 && { cost: countOf(cost) }),
        ...(countOf(total.total_prompt_tokens) > 0 && {
          tokens: {
            input: Math.max(0, countOf(total.total_prompt_tokens) - countOf(total.total_cached_tokens)),
            output: countOf(total.total_completion_tokens),
            cacheRead: countOf(total.total_cached_tokens),
            cacheWrite: 0,
            reasoning: 0,
          },
        }),
      },
      thoughts: () => thoughtsOf(root),
    };
  });
}

function scan(trajectory: JsonObject, facts: SessionFacts, skips: Skips, isMain: boolean): void {
  facts.model(textOf(objectOf(trajectory.agent).model_name));
  for (const entry of listOf(trajectory.steps)) {
    const step = objectOf(entry);
    if (!["agent", "user", "system"].includes(String(step.source))) skips.add("unknown record");
    facts.at(timeOf(step.timestamp));
    facts.model(textOf(step.model_name));
    const metrics = objectOf(step.metrics);
    facts.tokens({
      input: Math.max(0, countOf(metrics.prompt_tokens) - countOf(metrics.cached_tokens)),
      output: countOf(metrics.completion_tokens),
      cacheRead: countOf(metrics.cached_tokens),
    });
    facts.cost(metrics.cost_usd);
    for (const one of listOf(step.tool_calls)) {
      const { function_name: name, arguments: input } = objectOf(one);
      if (!readThinkingCall(textOf(name) ?? "", input)) facts.tool(textOf(name) ?? "unknown");
    }
    if (!isMain) continue;
    if (step.source === "user") facts.prompt(contentText(step.message));
    const calls = listOf(step.tool_calls).length;
    const results = listOf(objectOf(step.observation).results).length;
    facts.state(step.source === "agent" && (calls === 0 || results >= calls));
  }
}

async function* thoughtsOf(root: JsonObject): AsyncGenerator<TranscriptThought> {
  const forks = new Map<string, string>();
  for (const { id, trajectory } of trajectoriesOf(root))
    if (id === undefined) yield* stepsOf(trajectory, "", undefined, undefined, forks);
    else yield* stepsOf(trajectory, `${id}:`, `agent-${id.slice(0, 40)}`, forks.get(id), forks);
}

/** Deeper trajectories are left out. */
const DEEPEST = 20;

/** A trajectory, then those of its subagents, then those of theirs. Only the main one has no id. */
function trajectoriesOf(
  root: JsonObject,
): readonly { readonly id?: string; readonly trajectory: JsonObject }[] {
  const found: { readonly id?: string; readonly trajectory: JsonObject }[] = [{ trajectory: root }];
  let level = [root];
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
    level = level.flatMap((one) => listOf(one.subagent_trajectories).map(objectOf));
    for (const trajectory of level) {
      const id = textOf(trajectory.trajectory_id) ?? textOf(trajectory.session_id);
      const isTaken = found.some((one) => one.id === id);
      found.push({ id: id === undefined || isTaken ? String(found.length) : id, trajectory });
    }
  }
  return found;
}

async function* stepsOf(
  trajectory: JsonObject,
  prefix: string,
  branchId: string | undefined,
  fork: string | undefined,
  forks: Map<string, string>,
): AsyncGenerator<TranscriptThought> {
  const log = createToolLog();
  const model = textOf(objectOf(trajectory.agent).model_name);
  let at: number | undefined;
  let last: string | undefined;
  for (const [index, entry] of listOf(trajectory.steps).entries()) {
    const step = objectOf(entry);
    at = timeOf(step.timestamp) ?? at;
    const own = ownThought(step);
    if (own) {
      yield own;
      continue;
    }
    if (step.source !== "agent") continue;
    const id = String(countOf(step.step_id) || index + 1);
    const base = { nativeId: id, at, branchId, fork, model: textOf(step.model_name) ?? model };
    const reasoning = textOf(step.reasoning_content);
    const message = contentText(step.message);
    const pieces: (readonly [string, TranscriptThought["kind"], string])[] = [];
    if (reasoning !== undefined) pieces.push(["r", "reasoning", reasoning]);
    if (message !== undefined) pieces.push(["m", "prose", message]);
    for (const [place, one] of listOf(step.tool_calls).entries()) {
      const call = objectOf(one);
      const thinking = readThinkingCall(textOf(call.function_name) ?? "", call.arguments);
      if (thinking) pieces.push([`k${place}`, "tool", thinking.content]);
    }
    for (const [suffix, kind, content] of pieces) {
      last = `${prefix}${id}:${suffix}`;
      yield { ...base, key: last, kind, content, ...log.take("") };
    }
    for (const one of listOf(step.tool_calls)) {
      const call = objectOf(one);
      const name = textOf(call.function_name) ?? "unknown";
      if (!readThinkingCall(name, call.arguments))
        log.called("", textOf(call.tool_call_id), name, call.arguments);
    }
    for (const one of listOf(objectOf(step.observation).results)) {
      const result = objectOf(one);
      log.returned(textOf(result.source_call_id), objectOf(result.extra).is_error === true);
      for (const ref of listOf(result.subagent_trajectory_ref)) {
        const child = textOf(objectOf(ref).trajectory_id) ?? textOf(objectOf(ref).session_id);
        if (child !== undefined && last !== undefined) forks.set(child, last);
      }
    }
  }
}

/** The thought of a step that Clew wrote: it keeps its number, branch, revision and time. */
function ownThought(step: JsonObject): TranscriptThought | undefined {
  const extra = objectOf(step.extra);
  const id = textOf(extra.id);
  const content = textOf(step.reasoning_content) ?? contentText(step.message);
  const exact = exactThought(extra, extra.seq);
  if (id === undefined || content === undefined || !exact) return undefined;
  return {
    key: id,
    nativeId: id,
    kind: "tool",
    content,
    at: timeOf(extra.createdAt) ?? timeOf(step.timestamp),
    branchId: textOf(extra.branchId),
    fork: textOf(extra.parentId),
    revises: textOf(extra.revisesId),
    exact,
  };
}
