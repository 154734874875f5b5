import { structuredPatch } from "diff";
import { paragraph } from "../table.ts";
import { maskSecrets } from "./mask.ts";

const context = 3;
const widest = 160;
/** Beyond this many differences the whole file counts as replaced: comparing further would take too long. */
const mostEdits = 2000;

/** A unified diff for display: secrets are masked, control characters replaced and long lines cut. */
export function displayDiff(file: string, before: string, after: string, isColoured: boolean): string {
  const [oldLines, newLines] = [displayLines(before), displayLines(after)];
  const lines = [`--- ${file}`, `+++ ${file}`];
  for (const hunk of hunksOf(linesOf(before), linesOf(after))) {
    lines.push(heading(hunk));
    let [oldIndex, newIndex] = [hunk.oldStart - 1, hunk.newStart - 1];
    let removed: string | undefined;
    for (const sign of hunk.lines.map((line) => line.charAt(0))) {
      const line = (sign === "+" ? newLines[newIndex] : oldLines[oldIndex]) ?? "";
      const other = sign === "-" ? newLines[newIndex] : sign === "+" ? removed : undefined;
      lines.push(sign + clip(line, other));
      removed = sign === "-" ? line : undefined;
      if (sign !== "+") oldIndex++;
      if (sign !== "-") newIndex++;
    }
  }
  return `${lines.map((line) => (isColoured ? colour(line) : line)).join("\n")}\n`;
}

interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

function hunksOf(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const [oldText, newText] = [before, after].map((lines) => lines.map((line) => `${line}\n`).join(""));
  const options = { context, maxEditLength: mostEdits };
  const patch = structuredPatch("", "", oldText!, newText!, "", "", options);
  if (patch) return patch.hunks;
  const lines = [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)];
  return [{ oldStart: 1, oldLines: before.length, newStart: 1, newLines: after.length, lines }];
}

function heading({ oldStart, oldLines, newStart, newLines }: Hunk): string {
  const start = (first: number, count: number) => (count === 0 ? first - 1 : first);
  return `@@ -${start(oldStart, oldLines)},${oldLines} +${start(newStart, newLines)},${newLines} @@`;
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function displayLines(text: string): readonly string[] {
  return linesOf(maskSecrets(text)).map((line) => paragraph(line.replaceAll("\r", "\u{fffd}")));
}

/** Cuts a long line to the part where it differs from its counterpart. */
function clip(line: string, other: string | undefined): string {
  if (line.length <= widest) return line;
  let same = 0;
  while (other !== undefined && same < line.length && line[same] === other[same]) same++;
  const start = same === line.length ? 0 : Math.max(0, same - context * 10);
  const end = start + widest;
  return `${start > 0 ? "…" : ""}${line.slice(start, end)}${end < line.length ? "…" : ""}`;
}

function colour(line: string): string {
  const colours: Record<string, number> = { "-": 31, "+": 32, "@": 36 };
  const code = colours[line.charAt(0)];
  return code === undefined ? line : `\u{1b}[${code}m${line}\u{1b}[0m`;
}
