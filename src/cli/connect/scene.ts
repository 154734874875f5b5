import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Command } from "commander";
import { parse } from "smol-toml";
import { afterEach, beforeEach, expect } from "vitest";
import { CommandFailure, type Terminal } from "../command.ts";
import { connect } from "../connect.ts";
import { clients } from "./clients.ts";
import { listFolder } from "./detect.ts";
import { clientFiles } from "./fixtures.ts";
import { parseJsonc } from "./jsonc.ts";

/** The user's home in a test. */
export let home: string;
/** The working folder in a test. */
export let project: string;

/** Gives each test of a file a home and a project of its own. */
export function useScene(): void {
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), "clew-connect-"));
    project = join(home, "work");
    await mkdir(project);
  });
  afterEach(() => rm(home, { recursive: true }));
}

/** What a run of `clew connect` printed, and its failure. */
export interface Outcome {
  readonly out: string;
  readonly err: string;
  readonly failure: string | undefined;
}

/** Runs `clew connect` in a home and a project of their own. */
export async function run(args: readonly string[], changes: Partial<Terminal> = {}): Promise<Outcome> {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = terminalOf({
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    ...changes,
  });
  const program = new Command("clew").exitOverride();
  connect(program, terminal);
  let failure: string | undefined;
  try {
    await program.parseAsync(["connect", ...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    expect(error.exitCode).toBe(1);
    failure = error.message;
  }
  return { out: out.join(""), err: err.join(""), failure };
}

function terminalOf(changes: Partial<Terminal>): Terminal {
  const ignore = () => undefined;
  const base = { out: ignore, err: ignore, isTerminal: false, env: {}, platform: "linux" as const };
  return { ...base, homeFolder: home, workingFolder: project, ...changes };
}

/** The user-level file of a client. */
export function fileOf(id: string, platform: NodeJS.Platform = "linux"): string {
  const client = clients.find((one) => one.id === id);
  return client?.userFile(terminalOf({ platform }), listFolder) ?? "";
}

/** Writes the file of a client and returns its path. */
export async function placed(
  id: string,
  platform: NodeJS.Platform = "linux",
  text = clientFiles[id] as string,
) {
  const path = fileOf(id, platform);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}

/** The entry in a client's file; that of opencode in the form of the others. */
export function entryIn(id: string, text: string, name = "clew"): unknown {
  const document = id === "codex" ? parse(text) : parseJsonc(text).value;
  const keys: Record<string, string> = {
    codex: "mcp_servers",
    vscode: "servers",
    zed: "context_servers",
    opencode: "mcp",
  };
  const servers = (document as Record<string, Record<string, Record<string, unknown>>>)[
    keys[id] ?? "mcpServers"
  ];
  const entry = servers?.[name];
  if (id !== "opencode" || !Array.isArray(entry?.command)) return entry;
  const [command, ...args] = entry.command;
  return { ...entry, command, args, env: entry.environment };
}

/** The texts of all backups beside a file. */
export async function backups(path: string): Promise<string[]> {
  const folder = dirname(path);
  const names = (await readdir(folder)).filter((name) => name.includes(".clew-backup-"));
  return Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
}
