import type { ErasureProgress } from "../../sessions/index.ts";
import { CommandFailure } from "../command.ts";
import { progressLine } from "../progress-line.ts";
import { line } from "../table.ts";
import type { DefineSessionCommand } from "./define.ts";
import { CLI_ACTOR } from "./edit.ts";

/** `clew sessions redact|delete`. */
export const defineErasures: DefineSessionCommand = (define, { out, json, terminal }) => {
  define(
    "redact <thought>",
    "replace the content of one thought for good: <id>#<n>",
    async (ledger, flags, [given]) => {
      const found = /^(.+)#(\d{1,15})$/.exec(given!);
      if (!found)
        throw new CommandFailure(
          `expected a session and the seq of a thought, such as my-session#3, not '${line(given!, 80)}'`,
          2,
        );
      if (flags.reason === undefined) throw new CommandFailure('say why, with --reason "…"', 2);
      const result = await ledger.redact(found[1]!, Number(found[2]), flags.reason, CLI_ACTOR);
      if (flags.json) return json(result);
      out(`Redacted ${line(given!)}. ${summary(result)}`);
    },
  )
    .option("--reason <text>", "why; it is shown in place of the thought")
    .option("--json", "for scripts");

  define("delete <ids...>", "delete sessions for good", async (ledger, flags, ids) => {
    if (!flags.yes)
      throw new CommandFailure(
        `this deletes ${ids.length === 1 ? "the session" : `${ids.length} sessions`} for good. Repeat it with --yes, or use \`clew sessions archive\`.`,
        2,
      );
    const progress = progressLine(terminal);
    const result = await ledger.remove(ids, CLI_ACTOR, (done) => progress.show(() => progressText(done)));
    progress.end();
    if (flags.json) return json(result);
    for (const id of result.deleted) out(`Deleted ${line(id)}\n`);
    out(summary(result));
  })
    .option("--yes", "really delete")
    .option("--json", "for scripts");
};

function progressText({ step, done, total }: ErasureProgress): string {
  if (step === "quotes") return "Searching for quotes";
  if (step === "rewrite") return "Rewriting the database";
  return `${step === "read" ? "Read" : "Erased"} ${done} of ${total} thoughts`;
}

function summary({
  quotes,
  exports,
  scrubbed,
}: {
  quotes: number;
  exports: number;
  scrubbed: boolean;
}): string {
  const also = `Also erased: ${quotes} quotes in calls, conversations, notebooks and notes; ${exports} exported files.\n`;
  return scrubbed
    ? also
    : `${also}Another process is reading old pages of the database: stop it and erase anything once more to remove them.\n`;
}
