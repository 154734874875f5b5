import { definePrompt, type Prompt } from "../../mcp/define.ts";

/** A prompt that says when to use `think` in a domain and what to check. Its text has one `{{task}}` line. */
function domainPrompt(
  name: string,
  title: string,
  description: string,
  load: () => Promise<{ readonly default: string }>,
): Prompt {
  return definePrompt({
    name,
    title,
    description,
    arguments: [{ name: "task", description: "The task, shown at the top of the prompt" }],
    async render({ task }) {
      const text = (await load()).default;
      // A function, because `$&` in a replacement text is a pattern.
      return task === undefined
        ? text.replace(/^\{\{task\}\}\n+/m, "")
        : text.replace("{{task}}", () => `Task: ${task}`);
    },
  });
}

/** What to check in airline work. */
export const airline = domainPrompt(
  "airline",
  "Airline: think before acting",
  "What to check with `think` before cancelling, changing or refunding a booking",
  () => import("./airline.md"),
);

/** What to check in coding work. */
export const coding = domainPrompt(
  "coding",
  "Coding: think before acting",
  "What to check with `think` before editing, running or claiming done",
  () => import("./coding.md"),
);

/** What to check in retail work. */
export const retail = domainPrompt(
  "retail",
  "Retail: think before acting",
  "What to check with `think` before changing, returning or exchanging an order",
  () => import("./retail.md"),
);
