import type { DefineCommand } from "./command.ts";
import { ledgerSettings, modelSettings, withSettings } from "./settings.ts";

/** `clew mcp`: the server that an MCP client starts, on stdin and stdout. */
export const mcp: DefineCommand = (program, _terminal, services) => {
  const command = program.command("mcp").description("serve one MCP client on stdin and stdout");
  withSettings(command, [
    ...ledgerSettings,
    ...modelSettings,
    "tools",
    "toolNames",
    "logLevel",
    "logFormat",
  ]).action((flags) => services.serveStdio(services.config(flags)));
};
