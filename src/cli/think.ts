import { CommandFailure, type DefineCommand } from "./command.ts";
import { ledgerSettings, modelSettings, withSettings } from "./settings.ts";
import { line, paragraph, safeJson } from "./table.ts";

interface Flags {
  readonly session?: string;
  readonly confidence?: string;
  readonly json?: boolean;
}

/** `clew think`: linear reasoning from the shell, on the same ledger as every door. */
export const think: DefineCommand = (program, terminal, services) => {
  const command = program
    .command("think <question...>")
    .description("have a model reason about a question, and keep the session");
  withSettings(command, [...ledgerSettings, ...modelSettings])
    .option("--session <id>", "go on in this session")
    .option("--confidence <number>", "from 0 to 1: say when the answer is less sure")
    .option("--json", "for scripts")
    .action(async (words: string[], flags: Flags) => {
      const question = words.join(" ");
      if (question.trim() === "") throw new CommandFailure("there is no question", 2);
      const confidence = readThreshold(flags.confidence);
      const stop = new AbortController();
      const onInterrupt = () => stop.abort();
      process.once("SIGINT", onInterrupt);
      let shown = "";
      try {
        const answer = await services.think(services.config({ ...flags }), {
          question,
          session: flags.session,
          confidence,
          signal: stop.signal,
          onText(piece) {
            shown += piece;
            if (!flags.json) terminal.out(paragraph(piece));
          },
        });
        if (flags.json) return terminal.out(`${safeJson(JSON.stringify(answer, null, 2))}\n`);
        // A model that is not streamed, or said more than was shown, is shown as it was recorded.
        if (shown.trim() !== answer.content)
          terminal.out(`${shown === "" ? "" : "\n\n"}${paragraph(answer.content)}`);
        const unsure = answer.below_threshold ? `, below ${confidence}` : "";
        terminal.out(`\n\nconfidence ${answer.confidence}${unsure} · session ${line(answer.session_id)}\n`);
      } finally {
        process.off("SIGINT", onInterrupt);
      }
    });
};

function readThreshold(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given);
  if (given.trim() === "" || !(number >= 0 && number <= 1))
    throw new CommandFailure(`--confidence: '${line(given, 40)}' is no number from 0 to 1`, 2);
  return number;
}
