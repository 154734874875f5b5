import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ModelServer, type Script, startModelServer } from "../../src/testing/index.ts";
import { clewCommand, clewEnvironment, type Ran, runClew } from "./clew.ts";
import { type PseudoTerminal, startOnTerminal } from "./pseudo-terminal.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** The key that the scripted model accepts. */
export const KEY = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz";

/** `clew chat` with a scripted model and its own data home. */
export interface ChatScene extends AsyncDisposable {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  readonly model: ModelServer;
  /** Runs the command in a pipe. */
  run(args: readonly string[], input?: string): Promise<Ran>;
  /** Starts the command on a terminal. */
  talk(args: readonly string[], env?: Readonly<Record<string, string>>): PseudoTerminal;
  /** Writes a file for `--servers`, and returns its path. */
  servers(content: unknown): string;
}

/** Creates the scene; disposing it removes everything. */
export async function chatScene(script: Script): Promise<ChatScene> {
  const folder = temporaryFolder();
  const home = folder.path;
  const model = await startModelServer(script, { key: KEY });
  const env = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: model.url };
  return {
    home,
    env,
    model,
    run: (args, input = "") => runClew(["chat", ...args], { home, env, input }),
    talk(args, more = {}) {
      const surroundings = clewEnvironment({ home, env: { TERM: "xterm-256color", ...env, ...more } });
      return startOnTerminal([process.execPath, clewCommand, "chat", ...args], surroundings);
    },
    servers(content) {
      const file = join(home, "servers.json");
      writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
      return file;
    },
    async [Symbol.asyncDispose]() {
      await model.close();
      folder[Symbol.dispose]();
    },
  };
}
