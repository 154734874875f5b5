import { pathToFileURL } from "node:url";

/** Replaces real paths of the machine in the texts of a result. */
export interface HiddenPaths {
  /** The same record with every text replaced. */
  hideIn<T extends object>(texts: T): T;
  /** For a text that arrives in pieces: a path may be split across them. */
  stream(): {
    push(piece: string): string;
    /** The part that was held back; it is dropped if the text was cut off, because it may be half a path. */
    end(isCut: boolean): string;
  };
}

/** Leaves every text unchanged, for a process that sees no real path. */
export const NO_HIDDEN_PATHS: HiddenPaths = hidePaths([]);

/** Replaces each real path, as text and in file URLs, by its display name. Takes linear time. */
export function hidePaths(names: readonly (readonly [real: string, shown: string])[]): HiddenPaths {
  const shownAs = new Map(
    names.flatMap(([real, shown]) => [...new Set(spellings(real))].map((spelling) => [spelling, shown])),
  );
  // Longest first, because one path may be inside another.
  const paths = [...shownAs.keys()].sort((a, b) => b.length - a.length);
  const hide = (text: string) =>
    paths.reduce((rest, path) => rest.replaceAll(path, () => shownAs.get(path)!), text);
  return {
    hideIn: (texts) =>
      Object.fromEntries(
        Object.entries(texts).map(([name, value]) => [name, typeof value === "string" ? hide(value) : value]),
      ) as typeof texts,
    stream() {
      let held = "";
      return {
        push(piece) {
          const text = hide(held + piece);
          const at = text.length - beginningOf(paths, text);
          held = text.slice(at);
          return text.slice(0, at);
        },
        end(isCut) {
          const rest = held;
          held = "";
          return isCut ? "" : rest;
        },
      };
    },
  };
}

/** How many characters at the end of a text are the beginning of a path. */
function beginningOf(paths: readonly string[], text: string): number {
  const longest = paths[0]?.length ?? 0;
  const from = Math.max(0, text.length - longest + 1);
  for (let at = text.indexOf("/", from); at >= 0; at = text.indexOf("/", at + 1)) {
    const end = text.slice(at);
    if (paths.some((path) => path.length > end.length && path.startsWith(end))) return end.length;
  }
  return 0;
}

/** The forms in which programs print a path: plain, in a file URL, in a JSON string. */
function spellings(path: string): readonly string[] {
  return [path, pathToFileURL(path).pathname, JSON.stringify(path).slice(1, -1)];
}
