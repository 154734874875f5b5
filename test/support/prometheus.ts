import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { stringify } from "yaml";
import { temporaryFolder } from "./temporary-folder.ts";

export interface RunningPrometheus extends AsyncDisposable {
  readonly url: string;
}

/** Starts a Prometheus that scrapes its targets every second. */
export async function startPrometheus(
  port: number,
  config:
    | { readonly targets: readonly string[]; readonly rules: readonly string[] }
    | { readonly job: object },
): Promise<RunningPrometheus> {
  const { job, rules } =
    "job" in config
      ? { job: config.job, rules: [] }
      : { job: { job_name: "clew", static_configs: [{ targets: config.targets }] }, rules: config.rules };
  const folder = temporaryFolder();
  const file = join(folder.path, "prometheus.yml");
  mkdirSync(join(folder.path, "data"));
  writeFileSync(
    file,
    stringify({
      global: { scrape_interval: "1s", evaluation_interval: "1s" },
      rule_files: rules,
      scrape_configs: [job],
    }),
  );
  const listens = `--web.listen-address=127.0.0.1:${port}`;
  const child = spawn(
    "prometheus",
    [`--config.file=${file}`, `--storage.tsdb.path=${join(folder.path, "data")}`, listens],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let log = "";
  child.stderr.on("data", (chunk) => {
    log += chunk;
  });
  const exited = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  const running = {
    url,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
      folder[Symbol.dispose]();
    },
  };
  const ready = () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const deadline = Date.now() + 30_000; !(await ready()); await pause(50))
    if (child.exitCode !== null || Date.now() > deadline) {
      await running[Symbol.asyncDispose]();
      throw new Error(`Prometheus did not start:\n${log}`);
    }
  return running;
}
