import { Command, CommanderError } from "commander";
import { ConfigError } from "../config/load.ts";
import { Failure } from "../ledger/index.ts";
import { CommandFailure, type DefineCommand, type Services, type Terminal } from "./command.ts";

/** Parses the command line, runs the command and returns the exit code. */
export async function runProgram(
  argv: readonly string[],
  commands: Readonly<Record<string, () => Promise<DefineCommand>>>,
  terminal: Terminal,
  services: Services,
): Promise<number> {
  const program = new Command("clew")
    .description("Where agents think and people follow: one durable ledger of reasoning.")
    .version(services.version, "-v, --version")
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showHelpAfterError("(run clew --help for a list of commands)");
  const named = Object.hasOwn(commands, argv[0] ?? "") ? commands[argv[0]!] : undefined;
  for (const load of named ? [named] : Object.values(commands)) (await load())(program, terminal, services);
  try {
    await program.parseAsync(argv, { from: "user" });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return exitCode(error, terminal);
  }
}

function exitCode(error: unknown, terminal: Terminal): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof ConfigError) {
    terminal.err(`clew: ${error.message}\n`);
    return 2;
  }
  if (error instanceof CommandFailure) {
    terminal.err(`clew: ${error.message}\n`);
    return error.exitCode;
  }
  if (error instanceof Failure) {
    terminal.err(`clew: ${error.message}\n`);
    return 1;
  }
  throw error;
}
