import type { Command, Option } from "commander";

/** A word that may come next, and what it does. */
export interface Candidate {
  readonly word: string;
  readonly says: string;
}

/** What to complete: the values of a named argument or option, or a fixed list of words. */
export type Wanted =
  | { readonly candidates: readonly Candidate[] }
  | { readonly value: string; readonly typed: string; readonly command: string };

/** Finds what the last word stands for. */
export function wantedAt(program: Command, words: readonly string[]): Wanted {
  const typed = words.at(-1) ?? "";
  let command = program;
  let path = "";
  let filled = 0;
  let before: Option | undefined;
  for (const word of words.slice(0, -1)) {
    if (before) before = undefined;
    else if (word.startsWith("-")) before = takesValue(command, word);
    else {
      const sub = command.commands.find((one) => one.name() === word);
      if (sub) {
        command = sub;
        path = `${path} ${word}`.trim();
      } else filled++;
    }
  }
  if (before) return { value: before.attributeName(), typed, command: path };
  if (typed.startsWith("-"))
    return {
      candidates: matching(
        typed,
        command
          .createHelp()
          .visibleOptions(command)
          .map(({ long, short, description }) => ({
            word: long ?? short ?? "",
            says: description,
          })),
      ),
    };
  // An unknown command has no subcommands.
  if (command.commands.length > 0 && filled > 0) return { candidates: [] };
  if (command.commands.length > 0)
    return {
      candidates: matching(
        typed,
        command.commands.map((one) => ({ word: one.name(), says: one.description() })),
      ),
    };
  const { registeredArguments } = command;
  const last = registeredArguments.at(-1);
  const argument = registeredArguments[filled] ?? (last?.variadic ? last : undefined);
  return argument ? { value: argument.name(), typed, command: path } : { candidates: [] };
}

/** Candidates that begin with what was typed. */
export function matching(typed: string, candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter(({ word }) => word.startsWith(typed));
}

function takesValue(command: Command, word: string): Option | undefined {
  const option = command.options.find(({ long, short }) => word === long || word === short);
  return option?.required || option?.optional ? option : undefined;
}
