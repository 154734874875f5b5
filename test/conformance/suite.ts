import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The revisions of MCP whose requirements the official suite checks. */
export const revisions = ["2025-11-25", "2026-07-28"] as const;

export type Revision = (typeof revisions)[number];

/** The result of one run of the suite. */
export interface SuiteRun {
  /** 0 when every required scenario passed. */
  readonly exitCode: number;
  /** The suite's output. */
  readonly summary: string;
  /** The failed checks of every scenario that ran; an empty list means that it passed. */
  readonly failed: ChecksByScenario;
  /** The same for warnings, which are about what a server SHOULD do and do not fail the suite. */
  readonly warned: ChecksByScenario;
}

type ChecksByScenario = Readonly<Record<string, readonly string[]>>;

interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
}

const command = fileURLToPath(
  new URL("../../node_modules/@modelcontextprotocol/conformance/dist/index.js", import.meta.url),
);

/** Runs all server scenarios of a revision against a URL, in another process. */
export function runSuite(url: string, revision: Revision): Promise<SuiteRun> {
  return run(["server", "--url", url], revision);
}

/** Runs all client scenarios of a revision: the suite starts the program once for each, with a server's URL. */
export function runClientSuite(program: string, revision: Revision): Promise<SuiteRun> {
  // All scenarios run at once, so on a busy machine one may wait long.
  const command = `"${process.execPath}" "${program}"`;
  return run(["client", "--command", command, "--timeout", "60000"], revision);
}

/** The scenarios that a revision requires of a role; the listing has a section for each role. */
export async function requiredScenarios(
  revision: Revision,
  role: "Server" | "Client" = "Server",
): Promise<readonly string[]> {
  const { output } = await conformance(["list", "--requirements", revision], tmpdir());
  const section = new RegExp(`^${role} scenarios.*\\n((?: +- .+\\n)+)`, "m").exec(output)?.[1] ?? "";
  return [...section.matchAll(/- (\S+)/g)].map((match) => match[1] ?? "");
}

async function run(role: readonly string[], revision: Revision): Promise<SuiteRun> {
  const folder = await mkdtemp(join(tmpdir(), "clew-conformance-"));
  try {
    const args = [...role, "--requirements", revision, "--output-dir", folder];
    const { exitCode, output } = await conformance(args, folder);
    const [failed, warned] = await Promise.all([
      readChecks(folder, "FAILURE"),
      readChecks(folder, "WARNING"),
    ]);
    return { exitCode, summary: output.split(/=== (?:SUITE )?SUMMARY ===/)[1] ?? output, failed, warned };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function conformance(args: readonly string[], cwd: string): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [command, ...args], { cwd, maxBuffer: 1 << 26 }, (_, out, err) =>
      resolve({ exitCode: child.exitCode ?? 1, output: out + err }),
    );
  });
}

/** The suite writes `server-<scenario>-<time>/checks.json` for each scenario, and `<scenario>-<time>/…` for a client's. */
async function readChecks(folder: string, status: Check["status"]): Promise<ChecksByScenario> {
  const found: Record<string, readonly string[]> = {};
  for (const name of (await readdir(folder, { recursive: true })).toSorted()) {
    const scenario = /^(?:server-)?(.+)-\d{4}-\d{2}-\d{2}T[\d-]+Z\/checks\.json$/.exec(name)?.[1];
    if (scenario === undefined) continue;
    const checks: Check[] = JSON.parse(await readFile(join(folder, name), "utf8"));
    const ids = checks.filter((check) => check.status === status).map((check) => check.id);
    found[scenario] = [...new Set(ids)].toSorted();
  }
  return found;
}
