/**
 * Opens a session in a store, prints its id, and then works on a message, printing each chunk. Its only argument is a
 * `ChildOrder`. It is killed in the middle.
 */
import { writeSync } from "node:fs";
import { SessionManager } from "../../src/host/session-manager.ts";
import { openStore } from "../../src/store/open.ts";
import { CLAUDE, tool } from "./host-scene.ts";

const { file, url }: { readonly file: string; readonly url: string } = JSON.parse(process.argv[2]!);
const store = await openStore({ file });
const manager = new SessionManager({ store, env: { ANTHROPIC_API_KEY: "sk-child" } });
const slow = { ...tool("slow"), run: () => new Promise<never>(() => setInterval(() => {}, 1000)) };
const { id } = await manager.initializeSession({
  type: "claude",
  model: CLAUDE,
  base_url: url,
  tools: [tool("look"), slow],
  max_tool_calls: { per_session: 5 },
});
say({ id });
await manager.sendMessage(id, "Look first.");
for await (const chunk of manager.sendMessageStream(id, "Look again.")) say(chunk);

/** Writes synchronously to the pipe, so that no output is lost when this process is killed. */
function say(said: object): void {
  writeSync(1, `${JSON.stringify(said)}\n`);
}
