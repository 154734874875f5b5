import { type Command, Option } from "commander";
import { type Setting, settings } from "../config/schema.ts";

/** Adds the flags of these settings to a command, described as in the configuration schema. */
export function withSettings(command: Command, names: readonly (keyof typeof settings)[]): Command {
  for (const name of names) {
    const { flag, description, env }: Setting = settings[name];
    const usage = `--${flag} <${name === "port" ? "number" : "value"}>`;
    const option = new Option(usage, env ? `${description} (${env})` : description);
    command.addOption(isCommon(name) ? option.helpGroup(COMMON) : option);
  }
  return command;
}

/** The heading of the options that many commands share. */
export const COMMON = "Common options:";

const isCommon = (name: string): boolean => [...ledgerSettings, ...modelSettings].some((one) => one === name);

/** The settings that every command on the ledger takes. */
export const ledgerSettings = ["home", "database"] as const;

/** The settings that every command with a model takes. */
export const modelSettings = ["engine", "model"] as const;
