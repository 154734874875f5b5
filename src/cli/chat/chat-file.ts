import { readFileSync } from "node:fs";
import { type LLMConfig, readConfig } from "../../host/config.ts";
import { Failure } from "../../ledger/index.ts";
import { CommandFailure } from "../command.ts";
import { line } from "../table.ts";

/** The contents of a `--servers` file, as part of a session's configuration. */
export type ChatFile = Pick<LLMConfig, "servers" | "max_tool_calls" | "limits" | "thinking">;

const KNOWN = ["mcpServers", "max_tool_calls", "limits", "thinking"];

/** Reads servers and limits from a JSON file. Errors name the wrong field. */
export function readChatFile(file: string): ChatFile {
  const wrong = (problem: string) => new CommandFailure(`${line(file)}: ${line(problem)}`, 2);
  const value = parse(read(file, wrong), wrong);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrong('must be one object, such as {"mcpServers": {}}');
  const unknown = Object.keys(value).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) throw wrong(`'${unknown}' is unknown. Use: ${KNOWN.join(", ")}`);
  const { mcpServers, ...rest } = value as Record<string, unknown>;
  const given = { ...rest, ...(mcpServers !== undefined && { servers: mcpServers }) };
  try {
    const { servers, max_tool_calls, limits, thinking } = readConfig({
      type: "claude",
      model: "any",
      ...given,
    });
    return { servers, max_tool_calls, limits, thinking };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const problems = error.message.split("\n").map((one) => one.replace(/^servers\b/, "mcpServers"));
    throw wrong(problems.join("; "));
  }
}

type Wrong = (problem: string) => CommandFailure;

function read(file: string, wrong: Wrong): string {
  try {
    return readFileSync(file, "utf8").replace(/^\ufeff/, "");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw wrong(code === "ENOENT" ? "the file does not exist" : `it cannot be read (${code})`);
  }
}

function parse(json: string, wrong: Wrong): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    // The parser's message quotes the text around the error, which may be a key: only the position is shown.
    const place = / at position [\s\S]*/.exec((error as Error).message)?.[0] ?? "";
    throw wrong(`not JSON${place}`);
  }
}
