/** A notebook file that cannot be read: what is wrong, and in which line (from 1). */
export class NotebookFileError extends Error {
  override readonly name = "NotebookFileError";
  readonly line: number;
  constructor(line: number, problem: string) {
    super(`Line ${line}: ${problem}`);
    this.line = line;
  }
}
