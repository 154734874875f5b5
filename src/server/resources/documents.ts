import { defineResource } from "../../mcp/define.ts";
import { overview } from "../overview.ts";

/** Everything this server offers. */
export const capabilities = defineResource({
  uri: "thoughtbox://capabilities",
  name: "capabilities",
  title: "Capabilities",
  description: "Server capabilities overview",
  mimeType: "text/markdown",
  read: async (_variables, { catalogue }) => overview(catalogue),
});

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

- A **session** is one line of inquiry. A **thought** has a position in it (\`seq\`, in order of arrival) and the number its author gave it.
- A **branch** forks from a thought of the main line or of another branch. A thought's parent is the one before it on the same branch; the parent of a branch's first thought is its fork point.
- A **revision** is a new thought that refers to the one it corrects. Nothing is changed or deleted.
- A **handle** identifies the caller: a session id in the arguments, a workflow, or a connection. For a client without a handle, a new chain opens a new session, and operations on an existing session or notebook need its id.
- The **change feed** lists all writes in order. Every process can follow it, whichever process wrote.

A call is answered after its write is on disk.

## Tools of this server

${tools}
`;
  },
});

/** Six ways to structure a chain of thoughts. */
export const patternsCookbook = defineResource({
  uri: "thoughtbox://patterns-cookbook",
  name: "patterns-cookbook",
  title: "Patterns cookbook",
  description: "6 core reasoning patterns with examples",
  mimeType: "text/markdown",
  read: async () => (await import("./patterns-cookbook.md")).default,
});
