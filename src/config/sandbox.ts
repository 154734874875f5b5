import type { Config } from "./schema.ts";

/** Whether cells run only where every layer of the sandbox is there, or with those that the system allows. */
export type Sandbox = "required" | "auto";

/** The sandbox that is configured; a server that others can reach requires it by default. */
export function sandboxOf({ notebookSandbox, host }: Pick<Config, "notebookSandbox" | "host">): Sandbox {
  return notebookSandbox ?? (isLoopback(host) ? "auto" : "required");
}

/** Whether only programs on this machine reach a server that binds this address. */
export function isLoopback(host: string): boolean {
  return ["127.0.0.1", "localhost", "::1"].includes(host);
}
