import { CommandFailure, type DefineCommand } from "./command.ts";
import { ledgerSettings, modelSettings, withSettings } from "./settings.ts";
import { line, paragraph, safeJson } from "./table.ts";

interface Flags {
  readonly session?: string;
  readonly confidence?: string;
  readonly json?: boolean;
}

/** `clew think`: linear reasoning from the shell, recorded in the same ledger. */
export const think: DefineCommand = (program, terminal, services) => {
  const command = program
    .command("think <question...>")
    .description("have a model reason about a question, and record the session");
  withSettings(command, [...ledgerSettings, ...modelSettings])
    .option("--session <id>", "continue this session")
    .option("--confidence <number>", "from 0 to 1: report when the answer is less confident")
    .option("--json", "for scripts")
    .action(async (words: string[], flags: Flags) => {
      const question = words.join(" ");
      if (question.trim() === "") throw new CommandFailure("the question is missing", 2);
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
        // If the answer was not streamed, or differs from the stream, the recorded text is shown.
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
    throw new CommandFailure(`--confidence must be a number from 0 to 1, not '${line(given, 40)}'`, 2);
  return number;
}
