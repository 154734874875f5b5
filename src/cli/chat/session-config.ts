import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { LLMConfig } from "../../host/config.ts";
import { type ChatParts, CommandFailure } from "../command.ts";
import { line } from "../table.ts";
import { type ChatFile, readChatFile } from "./chat-file.ts";

/** The flags that a session is made of. */
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

/** The name of the server that has Clew's own tools. */
export const OWN_SERVER = "clew";

/** A session's configuration, and whether the server called `clew` is this Clew. */
export interface SessionOrder {
  readonly config: Partial<LLMConfig>;
  readonly hasOwnServer: boolean;
  /** What `--limit` says. */
  readonly limit: number | undefined;
}

/**
 * What flags and file say of a session. A session that is resumed keeps its model, its instructions and its limits where
 * neither says otherwise; servers are always those of now.
 */
export function readSessionOrder(
  flags: SessionFlags,
  { home, model, ownServer }: Pick<ChatParts, "home" | "model" | "ownServer">,
  workingFolder: string,
): SessionOrder {
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

/** The same limits with another number of calls for each message. */
export function callsPerMessage(
  calls: number,
  others: LLMConfig["max_tool_calls"],
): LLMConfig["max_tool_calls"] {
  return typeof others === "object" ? { ...others, per_message: calls } : calls;
}

/** A number of calls as a person writes it. */
export function readLimit(place: string, given: string): number {
  const number = Number(given);
  if (given.trim() === "" || !Number.isSafeInteger(number) || number < 0)
    throw new CommandFailure(`${place}: '${line(given, 40)}' is not a whole number of 0 or more`, 2);
  return number;
}

function readText(given: string, workingFolder: string): string {
  if (!given.startsWith("@")) return given;
  try {
    return readFileSync(resolve(workingFolder, given.slice(1)), "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "there is no such file" : `it cannot be read (${code})`;
    throw new CommandFailure(`--system: ${line(given.slice(1))}: ${reason}`, 2);
  }
}
