import { getMentalModel, listMentalModels, mentalModelNames } from "../models/catalogue.ts";
import { findTag, Tag } from "../models/tags.ts";
import { coloursOf } from "./colours.ts";
import { CommandFailure, type DefineCommand } from "./command.ts";
import { didYouMean } from "./did-you-mean.ts";
import { line, safeJson, table } from "./table.ts";

interface Flags {
  readonly json?: boolean;
  readonly tag?: string;
}

/** `clew models`: the mental models, for people and scripts. */
export const models: DefineCommand = (program, terminal) => {
  const group = program.command("models").description("list and show the mental models");
  const json = (value: unknown) => terminal.out(`${safeJson(JSON.stringify(value, null, 2))}\n`);

  group
    .command("list")
    .description("the models, with their tags")
    .option("--tag <tag>", `only one kind: ${Tag.options.join(", ")}`)
    .option("--json", "for scripts")
    .action(async (flags: Flags) => {
      const found = await listMentalModels(flags.tag === undefined ? [] : [tagOf(flags.tag)]);
      if (flags.json)
        return json({ models: found.map(({ name, description, tags }) => ({ name, description, tags })) });
      const rows = found.map(({ name, tags, description }) => [name, tags.join(", "), description]);
      terminal.out(table(["NAME", "TAGS", "WHAT IT DOES"], rows, coloursOf(terminal)));
    });

  group
    .command("show <name>")
    .description("one model: when to use it, its steps, an example, its pitfalls")
    .option("--json", "for scripts")
    .action(async (name: string, flags: Flags) => {
      const model = await getMentalModel(name);
      if (!model)
        throw new CommandFailure(
          `no model '${line(name, 80)}'.${didYouMean(name, mentalModelNames)} \`clew models list\` shows all of them.`,
        );
      if (flags.json) return json(model);
      terminal.out(
        `# ${model.title}\n\n${model.description}\nTags: ${model.tags.join(", ")}\n\n${model.content}\n`,
      );
    });
};

function tagOf(given: string): Tag {
  const tag = findTag(given);
  if (tag === undefined)
    throw new CommandFailure(`--tag must be one of ${Tag.options.join(", ")}, not '${line(given, 80)}'`, 2);
  return tag;
}
