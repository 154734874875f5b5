import { createServer } from "node:net";
import type { Finding } from "./finding.ts";

/** How long a server on the port may take to answer. */
const ANSWER_MS = 2_000;

/** Whether the port is free; if a Clew server uses it, whether that server is ready. */
export async function portFinding(host: string, port: number): Promise<Finding> {
  const problem = await bindProblem(host, port);
  if (problem === undefined) return { name: "port", ok: true, says: `${port} on ${host} is free` };
  if (problem !== "EADDRINUSE")
    return { name: "port", ok: false, says: `${port} on ${host} cannot be bound: ${problem}` };
  const reason = await notReady(host, port);
  if (reason !== undefined)
    return {
      name: "port",
      ok: false,
      says: `the Clew server on port ${port} of ${host} is not ready: ${reason}`,
    };
  return {
    name: "port",
    ok: true,
    says: `${port} on ${host} is in use by a Clew server or another program; \`clew serve --port 0\` takes a free one`,
  };
}

function bindProblem(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", ({ code, message }: NodeJS.ErrnoException) => resolve(code ?? message));
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
}

/** Why the server on this port is not ready; undefined if it is ready or not a Clew server. */
async function notReady(host: string, port: number): Promise<string | undefined> {
  const local = { "0.0.0.0": "127.0.0.1", "::": "[::1]" }[host] ?? (host.includes(":") ? `[${host}]` : host);
  try {
    const answer = await fetch(`http://${local}:${port}/readyz`, {
      redirect: "error",
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const { status, reason } = (await answer.json()) as Readonly<Record<string, unknown>>;
    return status === "not_ready" && typeof reason === "string" ? reason : undefined;
  } catch {
    return undefined;
  }
}
