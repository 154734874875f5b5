import type { Terminal } from "./command.ts";

/** Functions that colour a text for a terminal and reset the colour at its end. */
export interface Colours {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly cyan: Paint;
}

type Paint = (text: string) => string;

/** Whether output may be coloured: on a terminal with colours, unless the user turned them off. */
export const isColoured = ({ isTerminal, env }: Pick<Terminal, "isTerminal" | "env">): boolean =>
  isTerminal && env.TERM !== "dumb" && !env.NO_COLOR;

/** The colours for a terminal; a pipe, a dumb terminal and `NO_COLOR` get plain text. */
export function coloursOf(terminal: Pick<Terminal, "isTerminal" | "env">): Colours {
  const isOn = isColoured(terminal);
  const paint =
    (on: number, off: number): Paint =>
    (text) =>
      isOn && text !== "" ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    cyan: paint(36, 39),
  };
}
