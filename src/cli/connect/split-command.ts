import { CommandFailure } from "../command.ts";
import type { Launch } from "./servers.ts";

/** Splits a command line at blanks, quotes keeping a word together; a backslash is a backslash, for Windows paths. */
export function splitCommand(line: string): Launch {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (const char of line) {
    if (quote !== undefined) {
      if (char === quote) quote = undefined;
      else word += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= "";
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? "") + char;
    }
  }
  if (quote !== undefined) throw new CommandFailure(`--command has a ${quote} that is never closed.`);
  if (word !== undefined) words.push(word);
  const [command, ...args] = words;
  if (!command) throw new CommandFailure("--command needs a command.");
  return { command, args };
}
