import type { Config } from "../config/schema.ts";
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
    return services.serveHttp(config, (address, database) =>
      terminal.out(startLines(services.version, address, database, config)),
    );
  });
};

/** What a server prints when it has started; the first line has its address. */
export function startLines(version: string, address: string, database: string, config: Config): string {
  const isGuarded = Boolean(config.token || config.tokensFile || config.jwtIssuer);
  const header = isGuarded ? ' --header "Authorization: Bearer YOUR_TOKEN"' : "";
  return `Clew ${version} listens on ${address}
  page     Open ${address} in a browser
  data     ${database}
  connect  claude mcp add --transport http clew ${address}/mcp${header}
           (other clients: npx clew connect; stop with Ctrl-C)
`;
}
