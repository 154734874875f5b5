import { byCloseness } from "../../ledger/index.ts";
import type { ToolCallPart } from "../../llm/index.ts";
import { dispatch, type Outcome, type Refusal, repetitionOf, repetitionText } from "../limits/index.ts";
import type { Approval, HostTool, PendingCall } from "../loop.ts";
import { unlessAborted } from "./interruption.ts";
import type { LoopRun } from "./loop-run.ts";
import { problemOf } from "./run-tool.ts";

/** What happens with a call. */
export type Verdict =
  | {
      readonly type: "run";
      readonly tool: HostTool;
      /** With the arguments to run it with. */
      readonly call: PendingCall;
      /** Notes that are added to the tool's result. */
      readonly notes: readonly string[];
      readonly isRepeated: boolean;
    }
  /** It does not run and is answered with this error. */
  | { readonly type: "answer"; readonly text: string; readonly outcome?: Outcome }
  | { readonly type: "refuse"; readonly refused: Refusal }
  | { readonly type: "interrupted" };

/** Checks a call before it is dispatched: whether it is valid, new, within the limits and approved. */
export async function checkCall(run: LoopRun, part: ToolCallPart): Promise<Verdict> {
  const { id, name, input } = part;
  if (part.unreadable !== undefined) return answer(unreadableText(part.unreadable));
  const tool = run.tools.get(name);
  if (tool === undefined) return answer(unknownText(name, [...run.tools.keys()]));
  const repetition = repetitionOf(run.calls, part);
  const note = repetitionText(part, repetition);
  if (repetition === "stop") return { ...answer(note!), outcome: "repeated" };
  const checked = dispatch(run.budget, part, run.now());
  // Nobody is asked to approve a call that could not run anyway.
  if (!checked.allowed) return { type: "refuse", refused: checked.refused };
  run.calls.push({ name, input });
  const { server, origin } = tool;
  const approved = await approve(run, { id, name, server, origin, input });
  if (approved.type !== "approved") return approved;
  const notes = [...approved.notes, ...(note === undefined ? [] : [note])];
  return { type: "run", tool, call: approved.call, notes, isRepeated: repetition !== "fresh" };
}

type Approved =
  | { readonly type: "approved"; readonly call: PendingCall; readonly notes: readonly string[] }
  | Extract<Verdict, { readonly type: "answer" | "interrupted" }>;

async function approve(run: LoopRun, call: PendingCall): Promise<Approved> {
  const ask = run.options.hooks?.approve;
  if (ask === undefined) return { type: "approved", call, notes: [] };
  const { signal } = run.interruption;
  try {
    const approval = await unlessAborted(signal, () => ask(call, signal));
    return approval === undefined ? { type: "interrupted" } : applyApproval(approval.value, call);
  } catch (error) {
    return answer(`This call was not run: its approval failed: ${problemOf(error)}`);
  }
}

/** Anything but an explicit approval counts as a refusal. */
function applyApproval(approval: Approval, call: PendingCall): Approved {
  if (approval?.action === "allow") return { type: "approved", call, notes: [] };
  if (approval?.action === "edit" && isObject(approval.input)) {
    const note = `The user changed the arguments before it ran: ${excerpt(JSON.stringify(approval.input))}`;
    return { type: "approved", call: { ...call, input: approval.input }, notes: [note] };
  }
  const reason = approval?.action === "deny" ? approval.reason : undefined;
  return answer(`This call was denied and not run${reason ? `: ${reason}` : "."}`);
}

function answer(text: string): Extract<Verdict, { readonly type: "answer" }> {
  return { type: "answer", text };
}

function unreadableText(raw: string): string {
  if (raw === "") return "This call was not run: it was cut off before its arguments.";
  return `This call was not run: its arguments are not a JSON object (${jsonProblem(raw)}). They begin: ${excerpt(raw)}`;
}

function jsonProblem(raw: string): string {
  try {
    JSON.parse(raw);
    return "another kind of JSON value";
  } catch (error) {
    return excerpt(problemOf(error));
  }
}

function unknownText(name: string, names: readonly string[]): string {
  const none = `There is no tool '${excerpt(name)}'.`;
  if (names.length === 0) return `${none} There are no tools.`;
  const near = byCloseness(name, names).slice(0, NEAREST);
  return `${none} The closest names are: ${near.join(", ")}.`;
}

const NEAREST = 3;
const EXCERPT = 200;

function excerpt(text: string): string {
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT).toWellFormed()}…` : text;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
