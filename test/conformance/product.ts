import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Profile } from "./serve.ts";

const command = fileURLToPath(new URL("../../bin/clew.js", import.meta.url));

/** Starts `clew serve` as a user would, on a free port and with an empty data home. */
export async function startProduct(): Promise<Profile> {
  const home = await mkdtemp(join(tmpdir(), "clew-product-"));
  const child = spawn(process.execPath, [command, "serve", "--port", "0"], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, CLEW_HOME: home },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit");
  let output = "";
  const address = new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk;
      const printed = /http:\/\/[\w.[\]:-]+/.exec(output)?.[0];
      if (printed !== undefined) resolve(printed);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    exited.then(
      () => reject(new Error(`clew serve ended before it printed its address:\n${output}`)),
      reject,
    );
  });
  async function stop(): Promise<void> {
    child.kill();
    await exited;
    await rm(home, { recursive: true });
  }
  try {
    return { url: `${await address}/mcp`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
