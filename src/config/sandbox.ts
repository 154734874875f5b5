import type { Config } from "./schema.ts";

/** Whether cells run only with every sandbox layer, or with those that the system allows. */
export type Sandbox = "required" | "auto";

/** The configured sandbox; a server that is not on loopback requires it by default. */
export function sandboxOf({ notebookSandbox, host }: Pick<Config, "notebookSandbox" | "host">): Sandbox {
  return notebookSandbox ?? (isLoopback(host) ? "auto" : "required");
}

/** Whether an address is reachable only from this machine. */
export function isLoopback(host: string): boolean {
  return ["127.0.0.1", "localhost", "::1"].includes(host);
}
