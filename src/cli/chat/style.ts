import type { Terminal } from "../command.ts";

/** How a chat looks. */
export interface Style {
  /** No colour and no control code at all. */
  readonly plain: boolean;
  readonly dim: (text: string) => string;
  /** Columns of a line. */
  readonly width: () => number;
}

/** The style that fits a terminal; a pipe, a dumb terminal and `NO_COLOR` get plain text. */
export function styleOf({ isTerminal, env }: Terminal, columns: () => number | undefined): Style {
  const plain = !isTerminal || env.TERM === "dumb" || !!env.NO_COLOR;
  return {
    plain,
    dim: (text) => (plain || text === "" ? text : `\u001b[2m${text}\u001b[22m`),
    width: () => columns() || 80,
  };
}
