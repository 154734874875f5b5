import { definePrompt, type Prompt } from "../../mcp/define.ts";

/** A prompt that says when to use `think` in a domain and what to check; its text has one `{{task}}` line. */
export function domainPrompt(
  name: string,
  title: string,
  description: string,
  load: () => Promise<{ readonly default: string }>,
): Prompt {
  return definePrompt({
    name,
    title,
    description,
    arguments: [{ name: "task", description: "The task at hand, put at the top of the prompt" }],
    async render({ task }) {
      const text = (await load()).default;
      // A function, because a replacement text with `$&` in it would be taken for a pattern.
      return task === undefined
        ? text.replace(/^\{\{task\}\}\n+/m, "")
        : text.replace("{{task}}", () => `Task: ${task}`);
    },
  });
}
