import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { connect as dial } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { ServerEntries } from "../../src/mcp/connect/index.ts";

const program = fileURLToPath(new URL("./shifting-server.ts", import.meta.url));

/** A tool as a server lists it; one that `holds` answers only when it is released. */
export type ListedTool = { readonly name: string; readonly holds?: boolean } & Readonly<
  Record<string, unknown>
>;

/** A server on stdio whose tools a test changes while it runs. */
export interface ShiftingServer {
  readonly entry: ServerEntries[string];
  /** Replaces its tools; resolves when the host has listed them again. */
  offer(...tools: readonly ListedTool[]): Promise<void>;
  /** The same with the list as JSON; resolves when the host has asked for it. */
  offerText(tools: string): Promise<void>;
  /** Lets the calls of a tool go on. */
  release(tool: string): Promise<void>;
  /** Ends its process; the host starts it again with the tools that it began with. */
  exit(): void;
  /** The calls that reached it, each as its tool and what it was given. */
  calls(): readonly { readonly tool: string; readonly given: unknown }[];
  /** Starts and ends of calls, in order. */
  events(): readonly string[];
}

/** A server in its own folder. */
export function shiftingServer(
  folder: string,
  name: string,
  ...tools: readonly ListedTool[]
): ShiftingServer {
  const [control, log] = [join(folder, `${name}.sock`), join(folder, `${name}.log`)];
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(tools));
  const lines = () =>
    existsSync(log)
      ? readFileSync(log, "utf8")
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line))
      : [];
  return {
    entry: {
      command: process.execPath,
      args: [program, `--control=${control}`, `--log=${log}`, `--tools=${file}`],
    },
    offer: (...offered) => order(control, { tools: offered }),
    offerText: (offered) => order(control, { text: offered }),
    release: (tool) => order(control, { release: tool }),
    exit: () =>
      void dial(control)
        .on("error", () => {})
        .end(`${JSON.stringify({ exit: true })}\n`),
    calls: () => lines().filter(({ tool }) => tool !== undefined),
    events: () =>
      lines().map(({ tool, ended, given }) =>
        `${tool ? "start" : "end"} ${tool ?? ended} ${given?.step ?? ""}`.trim(),
      ),
  };
}

async function order(control: string, what: object): Promise<void> {
  const socket = dial(control);
  socket.write(`${JSON.stringify(what)}\n`);
  for await (const _ of createInterface({ input: socket })) break;
  socket.destroy();
}
