import { CommandFailure, type DefineCommand } from "./command.ts";
import { readCount } from "./flag-value.ts";
import { modelSettings, withSettings } from "./settings.ts";

/** `clew worker`: runs notebook cells and long model work from a PostgreSQL database. */
export const worker: DefineCommand = (program, terminal, services) => {
  const command = program
    .command("worker")
    .description("run cells and long model work for the servers on a PostgreSQL database (DATABASE_URL)");
  withSettings(command, ["home", ...modelSettings, "host", "logLevel", "logFormat"])
    .option("--port <number>", "port for /healthz, /readyz and /metrics; none without it, or with 0")
    .option("--jobs <number>", "how many jobs at once", "8")
    .action(({ jobs, port, ...flags }) => {
      const config = services.config(flags);
      if (config.databaseUrl === undefined || config.database !== undefined)
        throw new CommandFailure(
          "a worker takes jobs from a PostgreSQL database: set DATABASE_URL and no database file. With a database file the server runs its own jobs.",
          2,
        );
      const order = { atOnce: readCount("--jobs", jobs), port: readPort(port) };
      return services.work(config, order, ({ database, model, address }) => {
        terminal.out(`Clew ${services.version} takes jobs\n`);
        terminal.out(`  data     ${database}\n`);
        terminal.out(
          `  does     notebook cells${model ? `, work for ${model}` : "; no engine is configured"}\n`,
        );
        terminal.out(`  at once  ${order.atOnce} jobs\n`);
        if (address) terminal.out(`  health   ${address}/readyz, metrics at ${address}/metrics\n`);
        terminal.out("           (stop with Ctrl-C: running jobs are finished or handed over)\n");
      });
    });
};

function readPort(given: string | undefined): number | undefined {
  if (given === undefined || given.trim() === "0") return undefined;
  const port = readCount("--port", given);
  if (port > 65_535) throw new CommandFailure(`--port must be at most 65535, not ${port}`, 2);
  return port;
}
