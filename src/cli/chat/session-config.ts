import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { LLMConfig } from "../../host/config.ts";
import { type ChatParts, CommandFailure } from "../command.ts";
import { line } from "../table.ts";
import { type ChatFile, readChatFile } from "./chat-file.ts";

/** The flags that configure a session. */
export interface SessionFlags {
  readonly engine?: string;
  readonly model?: string;
  readonly system?: string;
  readonly servers?: string;
  /** False after `--no-clew`. */
  readonly clew: boolean;
  readonly limit?: string;
  readonly resume?: string;
  /** False after `--no-thinking`. */
  readonly thinking: boolean;
}

/** The name of the server with Clew's own tools. */
export const OWN_SERVER = "clew";

/** A session's configuration, and whether the server `clew` is Clew itself. */
export interface SessionSetup {
  readonly config: Partial<LLMConfig>;
  readonly hasOwnServer: boolean;
  /** The value of `--limit`. */
  readonly limit: number | undefined;
}

/**
 * Combines flags and file. A resumed session keeps its model, instructions and limits unless they say otherwise; servers
 * always come from the current flags and file.
 */
export function readSessionSetup(
  flags: SessionFlags,
  { home, model, ownServer }: Pick<ChatParts, "home" | "model" | "ownServer">,
  workingFolder: string,
): SessionSetup {
  const usual = join(home, "chat.json");
  const file = flags.servers === undefined ? usual : resolve(workingFolder, flags.servers);
  const given: ChatFile = flags.servers === undefined && !existsSync(usual) ? {} : readChatFile(file);
  const hasOwnServer = flags.clew && !Object.hasOwn(given.servers ?? {}, OWN_SERVER);
  const limit = flags.limit === undefined ? undefined : readLimit("--limit", flags.limit);
  const config: LLMConfig = {
    ...model,
    system_prompt: flags.system === undefined ? undefined : readText(flags.system, workingFolder),
    servers: { ...(hasOwnServer && { [OWN_SERVER]: ownServer }), ...given.servers },
    max_tool_calls: limit === undefined ? given.max_tool_calls : callsPerMessage(limit, given.max_tool_calls),
    limits: given.limits,
    thinking: flags.thinking ? given.thinking : { ...given.thinking, enabled: false },
  };
  if (flags.resume === undefined) return { config, hasOwnServer, limit };
  const { type, model: chosen, ...rest } = config;
  const other = {
    ...(flags.engine !== undefined && { type, model: chosen }),
    ...(flags.model !== undefined && { model: flags.model }),
  };
  return { config: { ...rest, ...other, max_tool_calls: given.max_tool_calls }, hasOwnServer, limit };
}

/** The same limits with another number of calls per message. */
export function callsPerMessage(
  calls: number,
  others: LLMConfig["max_tool_calls"],
): LLMConfig["max_tool_calls"] {
  return typeof others === "object" ? { ...others, per_message: calls } : calls;
}

/** Parses a number of calls. */
export function readLimit(place: string, given: string): number {
  const number = Number(given);
  if (given.trim() === "" || !Number.isSafeInteger(number) || number < 0)
    throw new CommandFailure(`${place} must be a whole number of 0 or more, not '${line(given, 40)}'`, 2);
  return number;
}

function readText(given: string, workingFolder: string): string {
  if (!given.startsWith("@")) return given;
  try {
    return readFileSync(resolve(workingFolder, given.slice(1)), "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "the file does not exist" : `it cannot be read (${code})`;
    throw new CommandFailure(`--system: ${line(given.slice(1))}: ${reason}`, 2);
  }
}
