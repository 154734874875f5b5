import { closest } from "../../ledger/index.ts";
import type { ToolCallPart } from "../../llm/index.ts";
import { dispatch, type Outcome, type Refusal, repeated, repetitionText } from "../limits/index.ts";
import type { Approval, HostTool, PendingCall } from "../loop.ts";
import { unlessAborted } from "./interruption.ts";
import type { LoopRun } from "./loop-run.ts";
import { problemOf } from "./run-tool.ts";

/** What is to be done with a call. */
export type Verdict =
  | {
      readonly type: "run";
      readonly tool: HostTool;
      /** With the arguments that it is run with. */
      readonly call: PendingCall;
      /** What its result adds to the tool's words. */
      readonly notes: readonly string[];
      readonly isRepeated: boolean;
    }
  /** It is not run, and answered with this error. */
  | { readonly type: "answer"; readonly text: string; readonly outcome?: Outcome }
  | { readonly type: "refuse"; readonly refused: Refusal }
  | { readonly type: "interrupted" };

/** Judges a call before it is dispatched: whether it can be run, makes sense, fits the limits and is approved. */
export async function judgeCall(run: LoopRun, asked: ToolCallPart): Promise<Verdict> {
  const { name, input } = asked;
  if (asked.unreadable !== undefined) return answer(unreadableText(asked.unreadable));
  const tool = run.tools.get(name);
  if (tool === undefined) return answer(unknownText(name, [...run.tools.keys()]));
  const repetition = repeated(run.calls, asked);
  const note = repetitionText(asked, repetition);
  if (repetition === "stop") return { ...answer(note!), outcome: "repeated" };
  const checked = dispatch(run.budget, asked, run.now());
  // Nobody is asked about a call that could not be run anyway.
  if (!checked.allowed) return { type: "refuse", refused: checked.refused };
  run.calls.push({ name, input });
  const { server, origin } = tool;
  const call = {
    id: asked.id,
    name,
    ...(server !== undefined && { server }),
    ...(origin && { origin }),
    input,
  };
  const approved = await approve(run, call);
  if (approved.type !== "approved") return approved;
  const notes = [...approved.notes, ...(note === undefined ? [] : [note])];
  return { type: "run", tool, call: approved.call, notes, isRepeated: repetition !== "fresh" };
}

type Approved =
  | { readonly type: "approved"; readonly call: PendingCall; readonly notes: readonly string[] }
  | Extract<Verdict, { readonly type: "answer" | "interrupted" }>;

async function approve(run: LoopRun, call: PendingCall): Promise<Approved> {
  const ask = run.parts.hooks?.approve;
  if (ask === undefined) return { type: "approved", call, notes: [] };
  const { signal } = run.interruption;
  try {
    const said = await unlessAborted(signal, () => ask(call, signal));
    return said === undefined ? { type: "interrupted" } : follow(said.value, call);
  } catch (error) {
    return answer(`This call was not run: it could not be approved: ${problemOf(error)}`);
  }
}

/** What is no approval in so many words is none. */
function follow(said: Approval, call: PendingCall): Approved {
  if (said?.action === "allow") return { type: "approved", call, notes: [] };
  if (said?.action === "edit" && isObject(said.input)) {
    const note = `It was run with other arguments than you gave: ${brief(JSON.stringify(said.input))}`;
    return { type: "approved", call: { ...call, input: said.input }, notes: [note] };
  }
  const reason = said?.action === "deny" ? said.reason : undefined;
  return answer(`This call was not allowed, and not run${reason ? `: ${reason}` : "."}`);
}

function answer(text: string): Extract<Verdict, { readonly type: "answer" }> {
  return { type: "answer", text };
}

function unreadableText(written: string): string {
  if (written === "") return "This call was not run: it was cut off before its arguments.";
  return `This call was not run: its arguments are no JSON object (${jsonProblem(written)}). It began: ${brief(written)}`;
}

function jsonProblem(written: string): string {
  try {
    JSON.parse(written);
    return "it is JSON of another kind";
  } catch (error) {
    return brief(problemOf(error));
  }
}

function unknownText(name: string, names: readonly string[]): string {
  const none = `There is no tool '${brief(name)}'.`;
  if (names.length === 0) return `${none} There are no tools.`;
  const near: string[] = [];
  while (near.length < Math.min(NEAREST, names.length))
    near.push(
      closest(
        name,
        names.filter((one) => !near.includes(one)),
      ),
    );
  return `${none} Those with the closest names are: ${near.join(", ")}.`;
}

const NEAREST = 3;
const BRIEF = 200;

function brief(text: string): string {
  return text.length > BRIEF ? `${text.slice(0, BRIEF).toWellFormed()}…` : text;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
