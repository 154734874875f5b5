import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { CLAUDE_FILE, claudeRecord, text } from "../import/fixtures.ts";
import { openStore } from "../store/open.ts";
import type { Services, Terminal } from "./command.ts";
import { importCommand } from "./import.ts";
import { runProgram } from "./program.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "clew-import-cli-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
});

async function clew(
  ...argv: string[]
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const [out, err]: string[][] = [[], []];
  const terminal: Terminal = {
    out: (piece) => void out!.push(piece),
    err: (piece) => void err!.push(piece),
    isTerminal: false,
    env: {},
    homeFolder: home,
    platform: "linux",
    workingFolder: home,
  };
  const services = {
    version: "1.0.0",
    config: () => ({}),
    dataHome: () => join(home, "data"),
    openLedger: () => openStore({ file: join(home, "ledger.db") }),
  } as unknown as Services;
  const code = await runProgram(argv, { import: async () => importCommand }, terminal, services);
  return { code, out: out!.join(""), err: err!.join("") };
}

function writeTranscript(): void {
  const file = join(home, CLAUDE_FILE);
  mkdirSync(join(file, ".."), { recursive: true });
  const records = [
    claudeRecord("u1", null, "user", "A question", 0),
    claudeRecord("a1", "u1", "assistant", [text("An answer")], 1),
  ];
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
}

test("[IM15] without a source lists the transcripts found and says what to run", async () => {
  expect((await clew("import")).out).toContain("No transcripts found");
  writeTranscript();
  const { code, out } = await clew("import");
  expect(code).toBe(0);
  expect(out).toMatch(/claude-code\s+1 /);
  expect(out).toContain("clew import claude-code");
});

test("[IM15] --json prints one object, and a second run finds everything unchanged", async () => {
  writeTranscript();
  expect((await clew("import", "claude-code", "--dry-run")).out).toContain(
    "Would import 1 of 1 sessions with 1 thoughts",
  );
  const first = await clew("import", "claude-code", "--json");
  expect(first.code).toBe(0);
  expect(JSON.parse(first.out)).toMatchObject({
    found: 1,
    imported: { sessions: 1, thoughts: 1, branches: 0, decisions: 0, hidden: 0 },
    updated: 0,
    unchanged: 0,
    skipped: {},
    sessions: [{ source: "claude-code", title: "A question", project: "shop", thoughts: 1 }],
  });
  const again = await clew("import", join(home, CLAUDE_FILE), "--json");
  expect(JSON.parse(again.out)).toMatchObject({ found: 1, imported: { sessions: 0 }, unchanged: 1 });
});

test("[IM5] a dry run reports what the import then does", async () => {
  const step = { source: "agent", message: "Done" };
  writeFileSync(join(home, "run.json"), JSON.stringify({ session_id: "r", steps: [step] }));
  const dry = await clew("import", "run.json", "--dry-run", "--json");
  expect(dry.out).toContain('"project": "_default"');
  expect(await clew("import", "run.json", "--json")).toEqual(dry);
});

test("[IM15] fails if nothing can be read, and says why", async () => {
  expect(await clew("import", "codex")).toMatchObject({ code: 1, err: expect.stringContaining("Codex") });
  expect(await clew("import", "nowhere.jsonl")).toMatchObject({
    code: 1,
    err: expect.stringContaining("nowhere"),
  });
  writeFileSync(join(home, "x.jsonl"), "not json\n");
  expect((await clew("import", "x.jsonl")).code).toBe(1);
  for (const since of ["soon", "5months", "30dd"])
    expect((await clew("import", "codex", "--since", since)).code).toBe(2);
});
