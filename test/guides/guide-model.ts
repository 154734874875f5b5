import type { Script } from "../../src/testing/index.ts";

/** The answers of the guides' model, by text in the prompt. */
const said: readonly (readonly [RegExp, string | object])[] = [
  [
    /You review one step/,
    'Weakest assumption: that Redis "evicts" job keys; with the policy noeviction it would refuse writes instead.\n\n' +
      "Missing alternative: a worker that dies after it took a job and before it has done it.\n\n" +
      "Cheapest check: CONFIG GET maxmemory-policy.",
  ],
  [
    /Give exactly 2 approaches/,
    {
      approaches: [
        { name: "Outbox table", idea: "Write the job with the order and move it to Redis afterwards." },
        { name: "Postgres queue", idea: "Take jobs straight from a table, and drop Redis." },
      ],
    },
  ],
  [
    /<approach>\nOutbox table/,
    {
      thought: "Keeps every worker as it is. It breaks where the mover stops unseen: then orders wait.",
      confidence: 0.7,
    },
  ],
  [
    /<approach>\nPostgres queue/,
    {
      thought: "One system less, and no mover that can stop. It breaks above some thousand jobs a second.",
      confidence: 0.75,
    },
  ],
  [
    /<branch id=/,
    {
      winner: "postgres-queue",
      verdict: "It has fewer parts that can stop unseen, and the rate is far below its limit.",
      would_change: "A measured peak above a thousand jobs a second.",
      confidence: 0.75,
    },
  ],
  [
    /Give exactly 2 perspectives/,
    {
      perspectives: [
        {
          name: "Lost is fine",
          assumption: "Every job matters.",
          thought: "Then most of them need no queue that survives a crash; only payments do.",
          confidence: 0.4,
        },
        {
          name: "No queue",
          assumption: "The work must happen later.",
          thought: "Then do it within the request: 40 ms more, and nothing to lose.",
          confidence: 0.3,
        },
      ],
      agree: "Payments must not be lost.",
      disagree: "Whether anything else needs a queue; the list of job types settles it.",
    },
  ],
  [
    /<critique>/,
    {
      thought: "On a night with few orders, payments first, with the old queue drained, not copied.",
      confidence: 0.85,
    },
  ],
  [/You review an answer/, { critique: '"Copy the jobs" can run one twice.', change_needed: true }],
  [
    /then criticised and revised/,
    { thought: "On a night with few orders. Copy the jobs over.", confidence: 0.6 },
  ],
  [
    /What if the rate doubles/,
    {
      thought:
        "Then the room lasts for about three years, if today's rate is near 120 a second; nobody has said so.",
      confidence: 0.45,
    },
  ],
  [
    /Should the job queue move/,
    {
      thought:
        "The orders are in Postgres already, so a job can be written in the transaction of its order; with Redis the two can part in a crash. What would change my mind: more than a thousand jobs a second.",
      confidence: 0.82,
    },
  ],
];

/** The model of the readme and the guides: it answers by the text of the prompt. */
export const guideModel: Script = ({ body: { system, messages } }) => {
  const prompt = textsIn([system, messages]).join("\n");
  const found = said.find(([pattern]) => pattern.test(prompt))?.[1];
  if (found === undefined) throw new Error(`The guides' model does not know: ${prompt}`);
  return typeof found === "string" ? found : JSON.stringify(found);
};

/** Every text in a value, in order. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
