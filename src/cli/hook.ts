import { CommanderError } from "commander";
import { ledgerTarget } from "../config/ledger-target.ts";
import { type HookInput, preCompact, readHookInput, sessionStart, stop } from "../sessions/hooks.ts";
import type { Store } from "../store/port.ts";
import type { DefineCommand } from "./command.ts";
import { closeInTime, exitInTime, isLedgerFile, readHookStdin } from "./hook-stdin.ts";
import { readLintConfig } from "./lint/lint-config.ts";
import { ledgerSettings, withSettings } from "./settings.ts";

/** `clew hook`: answers the hooks of clients. Whatever fails, it prints nothing and succeeds. */
export const hook: DefineCommand = (program, terminal, services) => {
  const command = program
    .command("hook [event]")
    .description("answer a hook of a client: session-start, pre-compact or stop, with its JSON on stdin")
    .option("--lint", "stop: block once if the session's reasoning has problems")
    .option("--client <name>", "the client that calls, for people", "Claude Code")
    .allowUnknownOption()
    .allowExcessArguments()
    .configureOutput({ writeErr: () => {} })
    .exitOverride(({ code, message }) => {
      throw new CommanderError(0, code, message);
    });
  withSettings(command, ledgerSettings).action(
    async (event: string | undefined, flags: Readonly<Record<string, unknown>>) => {
      try {
        const answer = answers.get(event);
        if (!answer) return;
        exitInTime();
        const input = readHookInput(await readHookStdin(), String(flags.client), terminal.env);
        if (!input) return;
        const config = services.config(flags);
        const lints = flags.lint === true || config.hookLint === "on";
        if (event === "stop" && !lints) return;
        const home = services.dataHome(config);
        const target = ledgerTarget(config, home);
        // A hook does not create a ledger.
        if ("file" in target && !isLedgerFile(target.file)) return;
        const store = await services.openLedger(config);
        try {
          const given = await answer(store, input, home);
          if (given !== undefined) terminal.out(`${JSON.stringify(given)}\n`);
        } finally {
          await closeInTime(store);
        }
      } catch {
        // A hook that fails must not disturb the program that called it.
      }
    },
  );
};

type Answer = (store: Store, input: HookInput, home: string) => Promise<object | undefined>;

const answers: ReadonlyMap<string | undefined, Answer> = new Map<string, Answer>([
  ["session-start", sessionStart],
  ["pre-compact", preCompact],
  ["stop", (store, input, home) => stop(store, input, { home, ...readLintConfig(home, input.cwd) })],
]);
