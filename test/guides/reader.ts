import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter } from "node:path";
import { text } from "node:stream/consumers";
import { freePort } from "../support/ports.ts";
import { checkoutPrograms } from "../support/programs.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Somebody who follows a document at a shell, in a home folder of their own. */
export interface Reader extends AsyncDisposable {
  readonly home: string;
  /** The variables of the shell; `export` adds to them. */
  readonly env: Record<string, string>;
  /** Where `clew serve` listens unless it is given a port. */
  readonly address: string;
  /** Runs one command to its end, or starts it where it is a server; answers what it printed. */
  run(command: string): Promise<string>;
}

/** What a placeholder in a document stands for. */
const SECRET = "a-secret-of-the-guide-0123456789";
const SERVER = /\bclew serve\b|\bnpm start\b/;

/** Starts a reader; `checkout` is the folder that commands run in, their home by default. */
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
