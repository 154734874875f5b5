import { existsSync } from "node:fs";
import { ledgerTarget } from "../config/ledger-target.ts";
import { preCompact, readHookInput, sessionStart, stop } from "../sessions/hooks.ts";
import type { DefineCommand } from "./command.ts";
import { ledgerSettings, withSettings } from "./settings.ts";

/** A hook's input is small; more is not read. */
const MOST_BYTES = 4_194_304;

/** `clew hook`: answers the hooks of Claude Code. Whatever fails, it prints nothing and succeeds. */
export const hook: DefineCommand = (program, terminal, services) => {
  const command = program
    .command("hook [event]")
    .description("answer a hook of Claude Code: session-start, pre-compact or stop, with its JSON on stdin")
    .option("--lint", "stop: block once if the session's reasoning has problems")
    .allowUnknownOption()
    .allowExcessArguments();
  withSettings(command, ledgerSettings).action(
    async (event: string | undefined, flags: Readonly<Record<string, unknown>>) => {
      try {
        const input = readHookInput(await readStdin());
        if (!input) return;
        const config = services.config(flags);
        const target = ledgerTarget(config, services.dataHome(config));
        // A hook does not create a ledger.
        if ("file" in target && !existsSync(target.file)) return;
        const store = await services.openLedger(config);
        try {
          const answer = await answerTo(event);
          if (answer !== undefined) terminal.out(`${JSON.stringify(answer)}\n`);
        } finally {
          await store.close();
        }

        async function answerTo(name: string | undefined): Promise<object | undefined> {
          if (name === "session-start") return sessionStart(store, input!);
          if (name === "pre-compact") return preCompact(store, input!);
          return name === "stop" && (flags.lint === true || Boolean(terminal.env.CLEW_HOOK_LINT))
            ? stop(store, input!)
            : undefined;
        }
      } catch {
        // A hook that fails must not disturb the program that called it.
      }
    },
  );
};

async function readStdin(): Promise<string> {
  if (process.stdin.isTTY) return "";
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) return "";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
