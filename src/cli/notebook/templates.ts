import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { encode } from "../../notebook/encode.ts";
import { TemplateName, template, templateNames } from "../../notebook/template.ts";
import { CommandFailure, type DefineCommand } from "../command.ts";
import { line, safeJson, table } from "../table.ts";
import { writeDocument } from "./document.ts";

/** `clew notebook templates`: the notebooks to start from. */
export const templatesCommand: DefineCommand = (group, terminal) => {
  group
    .command("templates")
    .description("the notebooks to start from")
    .option("--json", "for scripts")
    .action(async (flags: { readonly json?: boolean }) => {
      const found = await Promise.all(templateNames.map(described));
      if (flags.json) return terminal.out(`${safeJson(JSON.stringify(found, null, 2))}\n`);
      terminal.out(
        table(
          ["NAME", "PURPOSE"],
          found.map(({ name, description }) => [name, description]),
        ),
      );
    });
};

/** `clew notebook new`: a file from a template. */
export const newCommand: DefineCommand = (group, terminal, services) => {
  group
    .command("new <file>")
    .description("write a notebook file from a template; an existing file is not replaced")
    .requiredOption("--template <name>", `one of ${templateNames.join(", ")}`)
    .action(async (file: string, flags: { readonly template: string }) => {
      const name = TemplateName.safeParse(flags.template);
      if (!name.success)
        throw new CommandFailure(
          `--template: '${line(flags.template, 80)}' is not one of ${templateNames.join(", ")}`,
          2,
        );
      const path = resolve(terminal.workingFolder, file);
      if (existsSync(path)) throw new CommandFailure(`'${line(file)}' already exists`);
      await writeDocument(services.dataHome(services.config({})), path, encode(await template(name.data)));
      terminal.out(`Wrote ${line(file)}. Run it with \`clew notebook run ${line(file)}\`.\n`);
    });
};

/** A template's first sentence describes it. */
async function described(name: TemplateName) {
  const { title, cells } = await template(name);
  const [first = ""] = cells.find((cell) => cell.kind === "markdown")?.content.split("\n") ?? [];
  return { name, title, description: first };
}
