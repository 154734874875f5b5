import type { Connection } from "../client.ts";
import type { Journal } from "../journal.ts";
import { pause } from "../pace.ts";
import type { Random } from "../random.ts";
import type { Tally } from "../tally.ts";
import { deepValue, hostileText } from "./hostile-texts.ts";

/** What a hostile caller works with. */
export interface HostileSetup {
  readonly connection: Connection;
  readonly journal: Journal;
  readonly random: Random;
  readonly tally: Tally;
  readonly stop: AbortSignal;
}

type Args = Readonly<Record<string, unknown>>;

/** Sends hostile texts through every tool. Thoughts among them are recorded like any others. */
export async function runHostileCalls(setup: HostileSetup): Promise<void> {
  const { connection, random, tally, stop } = setup;
  while (!stop.aborted) {
    tally.attacks += 1;
    if (random.chance(0.4)) await hostileThought(setup);
    else {
      const [tool, args] = hostileCall(random, connection.name);
      await connection.call(tool, args).then(judge, () => {});
    }
    await pause(random.between(20, 300), stop);
  }

  function judge(answer: { readonly code: string | undefined; readonly text: string }): void {
    if (answer.code === "INTERNAL" || /^INTERNAL|\n {4}at /.test(answer.text))
      tally.noteError(`a hostile call was answered with ${answer.text.slice(0, 200)}`);
  }
}

async function hostileThought({ connection, journal, random, tally }: HostileSetup): Promise<void> {
  const owner = `${connection.name}-own`;
  const attempt = journal.begin(owner, hostileText(random));
  try {
    const { isError, structured } = await connection.call("think", {
      thought: attempt.content,
      session_id: owner,
    });
    if (isError) return;
    tally.acknowledged += 1;
    // Hostile calls record thoughts with numbers of their own in this session, so only its place is promised.
    journal.acknowledge(attempt, { sessionId: String(structured.session_id), seq: Number(structured.step) });
  } catch {
    // No answer, so nothing is promised.
  }
}

function hostileCall(random: Random, name: string): readonly [string, Args] {
  const text = hostileText(random);
  const own = `${name}-own`;
  return random.pick<readonly [string, Args]>([
    [
      "thoughtbox",
      {
        thought: "#0# x",
        thoughtNumber: 1,
        totalThoughts: 1,
        nextThoughtNeeded: false,
        sessionTitle: text,
        sessionTags: [text],
      },
    ],
    [
      "thoughtbox",
      {
        thought: "#0# x",
        thoughtNumber: 1,
        totalThoughts: 2,
        nextThoughtNeeded: true,
        branchFromThought: 1,
        branchId: text,
        sessionId: `${name}-side`,
      },
    ],
    [
      "thoughtbox",
      { thought: "#0# x", thoughtNumber: text, totalThoughts: deepValue(random), nextThoughtNeeded: text },
    ],
    ["think", { thought: "#0# x", session_id: text.slice(0, 400) }],
    ["think", { thought: "#0# x", session_id: `${name}-side` }],
    ["export_reasoning_chain", { sessionId: own }],
    ["export_reasoning_chain", { sessionId: own, destination: text.slice(0, 3_000) }],
    ["recall", { query: text }],
    ["recall", { query: text, project: text, tags: [text], source: text, since: text, limit: text }],
    ["mental_models", { operation: "get_model", args: { model: text } }],
    [
      "notebook",
      {
        operation: "load",
        args: { content: `<!-- srcbook:{"language":"typescript"} -->\n\n# x\n\n${text}` },
      },
    ],
    ["notebook", { operation: "create", args: { title: text } }],
    ["notebook", { operation: text, args: deepValue(random) as Args }],
    ["thoughtbox_gateway", { operation: "load_context", args: { sessionId: own } }],
    [
      "thoughtbox_gateway",
      { operation: "session", args: { sessionId: own, action: "export", format: "markdown" } },
    ],
    ["thoughtbox_gateway", { operation: "session", args: { sessionId: own, action: "analyze" } }],
    ["thoughtbox_gateway", { operation: "session", args: { sessionId: own, action: "brief" } }],
    ["thoughtbox_gateway", { operation: "session", args: { sessionId: own, action: "search", query: text } }],
    ["thoughtbox_gateway", { operation: "navigate", args: { to: "project", value: text } }],
    ["thoughtbox_gateway", { operation: "bind_root", args: { rootUri: text } }],
    [
      "thoughtbox_gateway",
      { operation: "start_new", args: { title: text, tags: [text], project: text, description: text } },
    ],
    ["observability_gateway", { operation: "session_info", args: { sessionId: text } }],
    ["observability_gateway", { operation: "metrics", args: { query: text } }],
    ["reasoning_linear", { content: text, session_id: `${name}-side` }],
    [text.slice(0, 100), { a: deepValue(random) }],
  ]);
}
