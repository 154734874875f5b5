import { Command, CommanderError, Option } from "commander";
import { ConfigError } from "../config/load.ts";
import { Failure } from "../ledger/index.ts";
import { coloursOf } from "./colours.ts";
import { CommandFailure, type DefineCommand, type Services, type Terminal } from "./command.ts";
import { COMMON } from "./settings.ts";

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
  program.configureHelp({ styleTitle: (title) => coloursOf(terminal).bold(title) });
  // Completion knows all commands.
  const loaded = named && argv[0] !== "completion" ? [named] : Object.values(commands);
  for (const load of loaded) (await load())(program, terminal, services);
  groupHelp(program);
  try {
    await program.parseAsync(argv, { from: "user" });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return exitCode(error, terminal);
  }
}

/** The commands of the help by what they are for; those that are not named come last. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  "Start:": ["serve", "connect", "open", "demo", "doctor", "completion"],
  "Read and steer:": ["sessions", "watch", "note", "notes", "lint", "check", "why", "invocations"],
  "Think and compute:": ["think", "chat", "models", "notebook"],
  "Keep:": ["import", "migrate", "backup", "token"],
  "Run by other programs:": ["mcp", "worker", "hook"],
};

/** Groups the commands of the help, and puts the options that many commands share last. */
export function groupHelp(program: Command): void {
  for (const [heading, names] of Object.entries(GROUPS))
    for (const name of names) program.commands.find((one) => one.name() === name)?.helpGroup(heading);
  const share = (parents: string) => (command: Command) => {
    const path = `${parents} ${command.name()}`;
    command.showHelpAfterError(`(run ${path} --help for its options)`);
    command.addHelpOption(new Option("-h, --help", "show this help").helpGroup(COMMON));
    command.options.find(({ long }) => long === "--json")?.helpGroup(COMMON);
    const isShared = (option: Option) => Number(option.helpGroupHeading === COMMON);
    (command.options as Option[]).sort((a, b) => isShared(a) - isShared(b));
    command.commands.forEach(share(path));
  };
  program.commands.forEach(share(program.name()));
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
