import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openStore } from "../store/open.ts";
import { allThoughts, type Store } from "../store/port.ts";
import { openImport } from "./open-import.ts";
import { createSkips, type ImportOptions, type ImportReport } from "./run-import.ts";

/** A home folder for transcripts and a ledger in memory. */
export interface ImportFixture {
  readonly home: string;
  readonly store: Store;
  /** Writes a file under the home folder and returns its path. Objects become JSON lines. */
  write(path: string, content: string | readonly unknown[]): string;
  run(source: string, options?: ImportOptions, env?: Readonly<Record<string, string>>): Promise<ImportReport>;
  /** The thoughts of a session in short: branch, kind and text. */
  thoughts(sessionId: string): Promise<string[]>;
  close(): Promise<void>;
}

/** Opens a fixture; close it at the end of the test. */
export async function openImportFixture(): Promise<ImportFixture> {
  const home = mkdtempSync(join(tmpdir(), "clew-import-test-"));
  const store = await openStore({ file: ":memory:" });
  return {
    home,
    store,
    write(path, content) {
      const file = join(home, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(
        file,
        typeof content === "string" ? content : content.map((one) => `${JSON.stringify(one)}\n`).join(""),
      );
      return file;
    },
    async run(source, options = {}, env = {}) {
      const places = { homeFolder: home, platform: "linux" as const, env };
      return (await openImport(store, places, [source], createSkips(), options)).report();
    },
    async thoughts(sessionId) {
      const found = await Array.fromAsync(allThoughts(store, sessionId));
      return found.map(
        ({ branchId, metadata, content }) =>
          `${branchId ?? "main"} ${metadata.kind}: ${content.split("\n", 1)[0]}`,
      );
    },
    async close() {
      await store.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** The session of the Claude Code fixtures. */
export const CLAUDE_SESSION = "11111111-1111-4111-8111-111111111111";
export const CLAUDE_FILE = `.claude/projects/-w-shop/${CLAUDE_SESSION}.jsonl`;

/** A record of Claude Code at a minute after ten. */
export function claudeRecord(
  uuid: string,
  parentUuid: string | null,
  type: "user" | "assistant",
  content: unknown,
  minute: number,
  more: Readonly<Record<string, unknown>> = {},
) {
  return {
    parentUuid,
    isSidechain: false,
    userType: "external",
    cwd: "/w/shop",
    sessionId: CLAUDE_SESSION,
    version: "2.1.0",
    gitBranch: "main",
    type,
    uuid,
    timestamp: `2026-10-30T10:${String(minute).padStart(2, "0")}:00.000Z`,
    message: {
      role: type,
      content,
      ...(type === "assistant" && {
        id: `msg_${uuid}`,
        model: "claude-opus-5",
        usage: { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 100 },
      }),
    },
    ...more,
  };
}

export const text = (said: string) => ({ type: "text", text: said });
export const thinking = (thought: string) => ({ type: "thinking", thinking: thought, signature: "s" });
export const toolUse = (id: string, name: string, input: unknown) => ({ type: "tool_use", id, name, input });
export const toolResult = (id: string, content: unknown, isError = false) => ({
  type: "tool_result",
  tool_use_id: id,
  content,
  ...(isError && { is_error: true }),
});
