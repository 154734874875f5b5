import { defineResource } from "../../mcp/define.ts";

/** How the tools, the ledger and the feed relate. */
export const architecture = defineResource({
  uri: "thoughtbox://architecture",
  name: "architecture",
  title: "Architecture",
  description: "System architecture documentation",
  mimeType: "text/markdown",
  async read(_variables, { catalogue }) {
    const tools = catalogue.tools.map(({ name, effect }) => `- \`${name}\` (${effect})`).join("\n");
    return `# Architecture

All tools write to one ledger. A thought is an immutable row: whichever tool it came through, it is listed, searched, exported and watched in the same way.

- A **session** is one line of inquiry. A **thought** has a place in it by arrival (\`seq\`) and the number its author gave it.
- A **lane** is the main line or a branch. A thought's parent is the one before it in its lane; the first of a branch hangs on its fork point.
- A **revision** is a new thought that points at the one it corrects. Nothing is changed or deleted.
- A **handle** stands for the caller: a session named in the arguments, a workflow, a connection. A client without any is asked for one: its next chain opens a new session, and what acts on an existing session or notebook needs its id.
- The **change feed** is one order of all writes. Every process on the ledger can follow it, whichever wrote.

What was answered is on disk.

## Tools of this server

${tools}
`;
  },
});
