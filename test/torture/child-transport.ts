import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

/** An MCP transport over the stdin and stdout of a process that the caller starts and ends. */
export function childTransport(child: ChildProcessWithoutNullStreams): Transport {
  const transport: Transport = {
    async start() {
      const lines = createInterface({ input: child.stdout });
      lines.on("line", (line) => {
        try {
          transport.onmessage?.(JSON.parse(line) as JSONRPCMessage);
        } catch {
          // Half a line of a server that was killed.
        }
      });
      child.once("close", () => transport.onclose?.());
    },
    send: (message) =>
      new Promise((resolve, reject) => {
        child.stdin.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
      }),
    async close() {
      child.stdin.end();
      transport.onclose?.();
    },
  };
  return transport;
}
