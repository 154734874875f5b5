import { definePrompt } from "../../mcp/define.ts";

const DEFAULT_LIMIT = 100;

/** A workflow that alternates between thinking and tools, in five phases. */
export const interleavedThinking = definePrompt({
  name: "interleaved-thinking",
  title: "Interleaved thinking",
  description: "Structured reasoning workflow for complex tasks",
  arguments: [
    { name: "task", description: "The task to accomplish", required: true },
    { name: "thoughtsLimit", description: `Most thoughts to record (default ${DEFAULT_LIMIT})` },
    {
      name: "clearFolder",
      description: "Remove what the work left behind (default false)",
      complete: async (typed) => ["true", "false"].filter((value) => value.startsWith(typed)),
    },
  ],
  async render({ task, thoughtsLimit, clearFolder }) {
    const limit = Number(thoughtsLimit);
    const most = Number.isSafeInteger(limit) && limit >= 1 ? limit : DEFAULT_LIMIT;
    const clears = /^(true|yes|1)$/i.test(clearFolder ?? "");
    return `# Task

${task}

Work in five phases. Record every phase with \`thoughtbox\`, at most ${most} thoughts in all, and pass the sessionId of the first answer on every later call. Think between tool calls, not after them: one thought before a call that costs something, saying what you expect; one after every result that matters, saying what it changes. Put what a thought settles into its marks ("decision: …", "dead end: … because …", "open: …", "next: …").

## 1. Tooling inventory

List the tools, resources and files you can reach, and for each what it can tell you or change about this task. Note what is missing.

## 2. Sufficiency assessment

Can the task be done with these? Name the fact or permission it depends on most, and the cheapest way to check it now. If something essential is missing, say so and stop here with what you need.

## 3. Strategy development

Plan backwards from the finished task: totalThoughts down to 1, each thought a state that must hold before the next. Where two ways could work, branch and say what would decide between them.

## 4. Execution

Take the plan forwards. When a result contradicts an earlier thought, revise it (isRevision, revisesThought) before you go on. If three steps in a row bring nothing new, return to phase 3.

## 5. Final answer

Check the result against the task's own words. Then answer: what was done, the evidence for it, what is left open. Set nextThoughtNeeded to false on the last thought.${
      clears
        ? "\n\nBefore you finish, remove the temporary files and folders that this work created, and nothing else."
        : ""
    }
`;
  },
});
