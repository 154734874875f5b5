import { paragraph } from "../table.ts";
import { type DiffStep, lineDiff } from "./line-diff.ts";
import { maskSecrets } from "./mask.ts";

const context = 3;
const widest = 160;

/** What an edit changes as a unified diff for a person: secrets hidden, control characters and long lines cut. */
export function shownDiff(file: string, before: string, after: string, isColoured: boolean): string {
  const steps = lineDiff(linesOf(before), linesOf(after));
  const old = shownLines(before);
  const fresh = shownLines(after);
  const hunks = hunksOf(steps).flatMap((hunk) => [
    heading(hunk),
    ...hunk.map(({ sign, ...at }, index) => {
      const line = (sign === "+" ? fresh[at.after] : old[at.before]) ?? "";
      const other = sign === "-" ? fresh[at.after] : sign === "+" ? partner(hunk, index, old) : undefined;
      return sign + clipped(line, other);
    }),
  ]);
  const lines = [`--- ${file}`, `+++ ${file}`, ...hunks];
  return `${lines.map((line) => (isColoured ? coloured(line) : line)).join("\n")}\n`;
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function shownLines(text: string): readonly string[] {
  return linesOf(maskSecrets(text)).map((line) => paragraph(line.replaceAll("\r", "\u{fffd}")));
}

function hunksOf(steps: readonly DiffStep[]): readonly (readonly DiffStep[])[] {
  const near = steps.map((_, index) =>
    steps.slice(Math.max(0, index - context), index + context + 1).some(({ sign }) => sign !== " "),
  );
  const hunks: DiffStep[][] = [];
  for (const [index, step] of steps.entries()) {
    if (!near[index]) continue;
    if (near[index - 1]) hunks.at(-1)?.push(step);
    else hunks.push([step]);
  }
  return hunks;
}

function heading(hunk: readonly DiffStep[]): string {
  const [first] = hunk as [DiffStep];
  const old = hunk.filter(({ sign }) => sign !== "+").length;
  const fresh = hunk.filter(({ sign }) => sign !== "-").length;
  return `@@ -${first.before + (old > 0 ? 1 : 0)},${old} +${first.after + (fresh > 0 ? 1 : 0)},${fresh} @@`;
}

/** The removed line that an added one replaces, when it follows it directly. */
function partner(hunk: readonly DiffStep[], index: number, old: readonly string[]): string | undefined {
  const previous = hunk[index - 1];
  return previous?.sign === "-" ? old[previous.before] : undefined;
}

/** A long line is cut to the part where it differs from the line on the other side. */
function clipped(line: string, other: string | undefined): string {
  if (line.length <= widest) return line;
  let same = 0;
  while (other !== undefined && same < line.length && line[same] === other[same]) same++;
  const start = same === line.length ? 0 : Math.max(0, same - context * 10);
  const end = start + widest;
  return `${start > 0 ? "…" : ""}${line.slice(start, end)}${end < line.length ? "…" : ""}`;
}

function coloured(line: string): string {
  const colours: Record<string, number> = { "-": 31, "+": 32, "@": 36 };
  const colour = colours[line.charAt(0)];
  return colour === undefined ? line : `\u{1b}[${colour}m${line}\u{1b}[0m`;
}
