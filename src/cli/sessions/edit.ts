import type { Sessions } from "../../sessions/index.ts";
import type { SessionEdit } from "../../store/port.ts";
import { line } from "../table.ts";
import type { DefineSessionCommand, SessionFlags } from "./define.ts";

/** Who edits on the command line: the person at this machine. */
export const CLI_ACTOR = "cli";

/** `clew sessions rename|tag|untag|archive|unarchive`. */
export const defineEdits: DefineSessionCommand = (define, { out, json }) => {
  async function edit(
    ledger: Sessions,
    flags: SessionFlags,
    ids: readonly string[],
    changes: Omit<SessionEdit, "by">,
    done: string,
  ): Promise<void> {
    const edited = await ledger.edit(ids, { ...changes, by: CLI_ACTOR });
    if (flags.json) return json(edited);
    for (const { id, title, tags } of edited) {
      const listed = tags.length === 0 ? "" : ` [${tags.map((tag) => line(tag, 40)).join(", ")}]`;
      out(`${done} ${line(id)}: ${line(title, 80)}${listed}\n`);
    }
  }

  define("rename <id> <title>", "give a session another title", (ledger, flags, [id, title]) =>
    edit(ledger, flags, [id!], { title: title! }, "Renamed"),
  ).option("--json", "for scripts");
  define("tag <id> <tags...>", "add tags to a session", (ledger, flags, [id, ...tags]) =>
    edit(ledger, flags, [id!], { addTags: tags }, "Tagged"),
  ).option("--json", "for scripts");
  define("untag <id> <tags...>", "remove tags from a session", (ledger, flags, [id, ...tags]) =>
    edit(ledger, flags, [id!], { removeTags: tags }, "Untagged"),
  ).option("--json", "for scripts");
  define("archive <ids...>", "leave sessions out of lists, searches and completions", (ledger, flags, ids) =>
    edit(ledger, flags, ids, { archived: true }, "Archived"),
  ).option("--json", "for scripts");
  define("unarchive <ids...>", "return archived sessions to lists", (ledger, flags, ids) =>
    edit(ledger, flags, ids, { archived: false }, "Unarchived"),
  ).option("--json", "for scripts");
};
