import type { Command } from "commander";

/** All that a command may touch of the world outside its arguments; a test hands in its own. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** True when a person is looking at `out`: tables and colour for them, plain text for pipes. */
  readonly isTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeFolder: string;
  readonly platform: NodeJS.Platform;
  readonly workingFolder: string;
}

/** A command is one file that adds itself to the program. It returns by setting an exit code, never by exiting. */
export type DefineCommand = (program: Command, terminal: Terminal) => void;

/** An error whose message is all the user needs; it becomes one line on stderr and the exit code. */
export class CommandFailure extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
