import type { DefineCommand } from "./command.ts";
import { ledgerSettings, modelSettings, withSettings } from "./settings.ts";

/** `clew serve`: the HTTP server for many clients. */
export const serve: DefineCommand = (program, terminal, services) => {
  const command = program.command("serve").description("serve MCP over HTTP, for many clients");
  withSettings(command, [
    ...ledgerSettings,
    ...modelSettings,
    "host",
    "port",
    "allowHost",
    "tools",
    "toolNames",
    "logLevel",
    "logFormat",
  ]).action((flags) =>
    services.serveHttp(services.config(flags), (address, database) => {
      terminal.out(`Clew ${services.version} listens on ${address}\n`);
      terminal.out(`  data     ${database}\n`);
      terminal.out(`  connect  claude mcp add --transport http clew ${address}/mcp\n`);
      terminal.out("           (other clients: clew connect; stop with Ctrl-C)\n");
    }),
  );
};
