import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { connect, type StdioClient } from "./client.ts";
import type { Workspace } from "./workspace.ts";

/** The servers that are compared. */
export type ServerName = "clew" | "reference" | "floor 1" | "floor 2";

/** How to start a contender over stdio, and its tool that records a thought. */
export interface Contender {
  readonly name: ServerName;
  readonly tool: string;
  /** Arguments for Node; `home` is a folder that the server may write to. */
  readonly stdio: (home: string) => readonly string[];
  /** The same over HTTP; the server prints its address first. Absent for a server without HTTP. */
  readonly http?: (home: string) => readonly string[];
}

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
/** Our command, as a user runs it. */
export const clewCommand = file("../bin/clew.js");
const referenceServer = file(
  "../node_modules/@modelcontextprotocol/server-sequential-thinking/dist/index.js",
);

/** Ours. */
export const clew: Contender = {
  name: "clew",
  tool: "thoughtbox",
  stdio: () => [clewCommand, "mcp"],
  http: () => [clewCommand, "serve", "--host", "127.0.0.1", "--port", "0"],
};

/** The public sequential-thinking server, which keeps its thoughts in memory only. */
export const reference: Contender = {
  name: "reference",
  tool: "sequentialthinking",
  stdio: () => [referenceServer],
};

/** The SDK with a tool that does nothing. */
export const floor1: Contender = {
  name: "floor 1",
  tool: "floor",
  stdio: () => [file("floors/stdio.js")],
  http: () => [file("floors/http.js")],
};

/** The SDK with one synchronized SQLite insert per call. */
export const floor2: Contender = {
  name: "floor 2",
  tool: "floor",
  stdio: (home) => [file("floors/stdio.js"), `${home}/floor.db`],
  http: (home) => [file("floors/http.js"), `${home}/floor.db`],
};

/** Whether our command has been built. */
export function isClewBuilt(): boolean {
  return existsSync(file("../dist/cli/clew.js"));
}

/** Every contender that can run now, in the order of the tables. */
export function contenders(): readonly Contender[] {
  return isClewBuilt() ? [clew, reference, floor1, floor2] : [reference, floor1, floor2];
}

/** The environment that keeps a server's data in `home`. */
export function environment(home: string): Readonly<Record<string, string>> {
  return { CLEW_HOME: home };
}

/** Starts a contender over stdio on `home`, with further arguments if any. */
export function startStdio(
  workspace: Workspace,
  contender: Contender,
  home: string,
  more: readonly string[] = [],
): Promise<StdioClient> {
  return connect(workspace, [...contender.stdio(home), ...more], environment(home));
}
