import { EXPORT_VERSION, type ExportedSession, type ReadThoughts } from "./export.ts";
import type { Thought } from "./thought.ts";
import { withoutSecrets } from "./without-secrets.ts";

/** The version of the Agent Trajectory Interchange Format that is written. */
const ATIF_VERSION = "ATIF-v1.7";

/**
 * A session as an ATIF trajectory, in pieces: a step for each thought, in order of arrival. What the format has no field
 * for (numbers, branches, revisions and other fields of a thought) is in `extra`, under the names of the ledger.
 */
export async function* exportAtif(
  session: ExportedSession,
  read: ReadThoughts,
  exportedAt: string,
): AsyncGenerator<string> {
  const { owner: _, id, ...facts } = withoutSecrets(session);
  const head = {
    schema_version: ATIF_VERSION,
    session_id: id,
    trajectory_id: id,
    agent: { name: "clew", version: EXPORT_VERSION },
    extra: { ...facts, exportedAt },
  };
  yield `${JSON.stringify(head).slice(0, -1)},"steps":[`;
  let steps = 0;
  for await (const thought of read())
    yield `${steps === 0 ? "\n" : ",\n"}${JSON.stringify(stepOf(thought, ++steps))}`;
  yield `\n],"final_metrics":{"total_steps":${steps}}}\n`;
}

function stepOf(given: Thought, step: number) {
  const { content, sessionId: _, ...extra } = withoutSecrets(given);
  const { role, model } = given.metadata;
  const base = { step_id: step, timestamp: extra.createdAt };
  if (role === "user" || role === "tool")
    return { ...base, source: role === "user" ? "user" : "system", message: content, extra };
  return {
    ...base,
    source: "agent",
    ...(typeof model === "string" && { model_name: model }),
    message: "",
    reasoning_content: content,
    extra,
  };
}
