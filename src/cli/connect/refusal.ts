/** A position in a text file, both counted from one, as editors show it. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Why a configuration file is left alone: one line for the user, with its place where there is one. */
export class Refusal extends Error {
  readonly place: TextPosition | undefined;
  constructor(message: string, place?: TextPosition) {
    super(message);
    this.place = place;
  }
}

/** The line and column of an offset. */
export function positionAt(text: string, offset: number): TextPosition {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}
