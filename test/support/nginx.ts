import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./ports.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Starts nginx on a free port with a configuration from `integrations/` that points to these servers. */
export async function startNginx(
  file: string,
  servers: readonly string[],
): Promise<AsyncDisposable & { readonly url: string; readonly pid: number }> {
  const folder = temporaryFolder();
  const port = await freePort();
  const site = servers.reduce(
    (text, address, at) => text.replace(`server-${at + 1}:4747`, new URL(address).host),
    readFileSync(file, "utf8").replace("listen 80;", `listen 127.0.0.1:${port};`),
  );
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(folder.path, name)};`,
  );
  const main = join(folder.path, "nginx.conf");
  const user = process.getuid?.() === 0 ? "user root;" : "";
  writeFileSync(
    main,
    `${user} pid ${join(folder.path, "pid")}; error_log stderr warn; events {}
http { access_log off; ${paths.join(" ")} ${site} }`,
  );
  const child = spawn("nginx", ["-p", folder.path, "-c", main, "-g", "daemon off;"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  child.stderr.on("data", (chunk) => {
    log += chunk;
  });
  const exited = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  const running = {
    url,
    pid: child.pid!,
    async [Symbol.asyncDispose]() {
      // SIGKILL would leave its workers running.
      child.kill("SIGTERM");
      await exited;
      folder[Symbol.dispose]();
    },
  };
  const answers = () =>
    fetch(new URL("/healthz", url)).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const deadline = Date.now() + 30_000; !(await answers()); await pause(20))
    if (child.exitCode !== null || Date.now() > deadline) {
      await running[Symbol.asyncDispose]();
      throw new Error(`nginx did not start:\n${log}`);
    }
  return running;
}
