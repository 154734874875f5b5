import type { Command } from "commander";
import { type Setting, settings } from "../config/schema.ts";

/** Adds the flags of these settings to a command, described as in the configuration schema. */
export function withSettings(command: Command, names: readonly (keyof typeof settings)[]): Command {
  for (const name of names) {
    const { flag, description, env }: Setting = settings[name];
    command.option(
      `--${flag} <${name === "port" ? "number" : "value"}>`,
      env ? `${description} (${env})` : description,
    );
  }
  return command;
}

/** The settings that every command on the ledger takes. */
export const ledgerSettings = ["home", "database"] as const;

/** The settings that every command with a model takes. */
export const modelSettings = ["engine", "model"] as const;
