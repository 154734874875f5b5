import type { DefineCommand } from "./command.ts";

interface Flags {
  readonly scopes: string;
  readonly json?: boolean;
}

/** `clew token`: creates a token for a caller of the HTTP server. */
export const token: DefineCommand = (program, terminal, services) => {
  program
    .command("token <name>")
    .description("create a token for a caller of `clew serve`, and its entry for CLEW_TOKENS_FILE")
    .option("--scopes <list>", "what they may do: read, write, run, engine, steer, operator", "read,write")
    .option("--json", "for scripts")
    .action(async (name: string, { scopes, json }: Flags) => {
      const made = await services.newPrincipal(
        name,
        scopes.split(",").map((scope) => scope.trim()),
      );
      if (json) return terminal.out(`${JSON.stringify(made, null, 2)}\n`);
      terminal.out(`token  ${made.token}\n`);
      terminal.out(`entry  ${JSON.stringify(made.entry)}\n`);
      terminal.out('       The token is shown once; the entry goes into "principals" of the tokens file.\n');
    });
};
