import { coloursOf, isColoured } from "../colours.ts";
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
export function styleOf(terminal: Terminal, columns: () => number | undefined): Style {
  return {
    plain: !isColoured(terminal),
    dim: coloursOf(terminal).dim,
    width: () => columns() || 80,
  };
}
