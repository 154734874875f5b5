import type { Config } from "../../config/schema.ts";
import { CommandFailure } from "../command.ts";

const WAIT_MS = 3_000;

/** The address of the Clew server on the configured port; undefined if none runs there. */
export async function findServer({ host, port }: Pick<Config, "host" | "port">): Promise<string | undefined> {
  const local = { "0.0.0.0": "127.0.0.1", "::": "[::1]" }[host] ?? (host.includes(":") ? `[${host}]` : host);
  const address = `http://${local}:${port}`;
  try {
    const answer = await fetch(`${address}/healthz`, {
      redirect: "error",
      signal: AbortSignal.timeout(WAIT_MS),
    });
    const { status, version } = (await answer.json()) as Readonly<Record<string, unknown>>;
    return status === "ok" && typeof version === "string" ? address : undefined;
  } catch {
    return undefined;
  }
}

/** Calls the API of a server. Throws a `CommandFailure` if it cannot be used. */
export async function callServer(
  address: string,
  method: "GET" | "POST",
  path: string,
  token: string | undefined,
): Promise<Response> {
  const headers = {
    ...(method === "POST" && { "content-type": "application/json" }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const signal = AbortSignal.timeout(10 * WAIT_MS);
  const answer = await fetch(new URL(path, address), { method, headers, redirect: "error", signal }).catch(
    (error: Error) => {
      throw new CommandFailure(`the server at ${address} does not answer: ${error.message}.`);
    },
  );
  if (answer.status === 401 || answer.status === 403)
    throw new CommandFailure(
      `the server at ${address} requires a token${token === undefined ? ": set CLEW_TOKEN." : " and does not accept this CLEW_TOKEN."}`,
    );
  return answer;
}
