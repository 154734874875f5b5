/** The error for an unreadable notebook file, with the line (from 1). */
export class NotebookFileError extends Error {
  override readonly name = "NotebookFileError";
  readonly line: number;
  constructor(line: number, problem: string) {
    super(`Line ${line}: ${problem}`);
    this.line = line;
  }
}
