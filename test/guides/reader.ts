import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter } from "node:path";
import { text } from "node:stream/consumers";
import { freePort } from "../support/ports.ts";
import { checkoutPrograms } from "../support/programs.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A reader who follows a document in a shell, with an empty home folder. */
export interface Reader extends AsyncDisposable {
  readonly home: string;
  /** The variables of the shell; `export` adds to them. */
  readonly env: Record<string, string>;
  /** The port of `clew serve` unless the command sets one. */
  readonly address: string;
  /** Runs one command to its end, or starts it if it is a server; returns its output. */
  run(command: string): Promise<string>;
}

/** The value of a placeholder in a document. */
const SECRET = "a-secret-of-the-guide-0123456789";
const SERVER = /\bclew serve\b|\bnpm start\b/;

/** Creates a reader; `checkout` is the working folder of commands, by default the home. */
export async function startReader(checkout?: string): Promise<Reader> {
  const folder = temporaryFolder();
  const home = folder.path;
  const port = await freePort();
  const env: Record<string, string> = {
    PATH: [checkoutPrograms(home), process.env.PATH].join(delimiter),
    HOME: home,
    CLEW_PORT: String(port),
  };
  let server: ChildProcess | undefined;
  const stop = async () => {
    if (server && server.exitCode === null && server.signalCode === null) {
      const ended = once(server, "close");
      process.kill(-server.pid!, "SIGTERM");
      await ended;
    }
    server = undefined;
  };
  const start = (line: string) =>
    spawn("sh", ["-ec", line], {
      cwd: checkout ?? home,
      env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
  /** A server is ready when it has printed all of its first lines. */
  const serve = async (line: string): Promise<string> => {
    await stop();
    server = start(line);
    const [child, wrong] = [server, text(server.stderr!)];
    let said = "";
    for await (const chunk of child.stdout!.iterator({ destroyOnReturn: false })) {
      said += chunk;
      if (/Ctrl-C\)\n/.test(said)) break;
    }
    if (!said.includes("http://")) throw new Error(`'${line}' did not listen:\n${said}${await wrong}`);
    child.stdout!.resume();
    return said;
  };
  return {
    home,
    env,
    address: `http://127.0.0.1:${port}`,
    async run(command) {
      const line = command.replaceAll("…", SECRET).replaceAll("127.0.0.1:4747", `127.0.0.1:${port}`);
      const exported = /^export (\w+)=(\S*)$/.exec(line);
      if (exported) {
        env[exported[1]!] = exported[2]!;
        return "";
      }
      if (SERVER.test(line)) return serve(line);
      const child = start(line);
      const ended = once(child, "close");
      const [stdout, stderr] = await Promise.all([text(child.stdout!), text(child.stderr!)]);
      const [code] = await ended;
      if (code !== 0) throw new Error(`'${line}' exited with ${code}:\n${stdout}${stderr}`);
      return stdout;
    },
    async [Symbol.asyncDispose]() {
      await stop();
      folder[Symbol.dispose]();
    },
  };
}
