import { NotebookFileError } from "./file-error.ts";
import { closes, type Fence, fenceOf } from "./syntax.ts";

/** A position in the lines of a notebook file. */
export class LineReader {
  readonly #lines: readonly string[];
  readonly #firstLine: number;
  at = 0;

  /** `firstLine` is the number of the first line in the file. */
  constructor(lines: readonly string[], firstLine = 1) {
    this.#lines = lines;
    this.#firstLine = firstLine;
  }

  get done(): boolean {
    return this.at >= this.#lines.length;
  }

  /** The current line; empty after the end. */
  get line(): string {
    return this.#lines[this.at] ?? "";
  }

  /** Returns the current line and moves to the next. */
  take(): string {
    return this.#lines[this.at++] ?? "";
  }

  skipBlank(): void {
    while (!this.done && this.line.trim() === "") this.at++;
  }

  /** The lines of the fenced block that starts here, to its end or to the end of the file. */
  takeFenced(fence: Fence): readonly string[] {
    const start = this.at;
    this.at = (this.#closing(fence) ?? this.#lines.length - 1) + 1;
    return this.#lines.slice(start, this.at);
  }

  /** The text of the fenced block that comes next; undefined if something else follows. */
  block(): string | undefined {
    this.skipBlank();
    const fence = fenceOf(this.line);
    if (!fence) return undefined;
    const end = this.#closing(fence);
    if (end === undefined) throw this.failure(`the block that opens here with ${fence.mark} has no end.`);
    const text = this.#lines.slice(this.at + 1, end).join("\n");
    this.at = end + 1;
    return text;
  }

  /** A failure at a line, by default the current one. */
  failure(problem: string, at: number = this.at): NotebookFileError {
    return new NotebookFileError(this.#firstLine + Math.min(at, this.#lines.length - 1), problem);
  }

  #closing(fence: Fence): number | undefined {
    for (let at = this.at + 1; at < this.#lines.length; at++) if (closes(this.#lines[at]!, fence)) return at;
    return undefined;
  }
}
