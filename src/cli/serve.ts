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
    "import",
    "logLevel",
    "logFormat",
  ]).action((flags) => {
    const config = services.config(flags);
    const isGuarded = Boolean(config.token || config.tokensFile || config.jwtIssuer);
    const header = isGuarded ? ' --header "Authorization: Bearer YOUR_TOKEN"' : "";
    return services.serveHttp(config, (address, database) => {
      terminal.out(`Clew ${services.version} listens on ${address}\n`);
      terminal.out(`  data     ${database}\n`);
      terminal.out(`  connect  claude mcp add --transport http clew ${address}/mcp${header}\n`);
      terminal.out("           (other clients: clew connect; stop with Ctrl-C)\n");
    });
  });
};
