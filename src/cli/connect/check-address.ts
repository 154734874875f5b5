const WAIT_MS = 3_000;

/** Checks whether Clew answers at an address; returns a sentence for the user. */
export async function checkAddress(url: string, token: string | undefined): Promise<string> {
  const health = new URL(url);
  health.pathname = health.pathname.replace(/\/mcp\/?$/, "/healthz");
  health.search = "";
  const answer = await ask(health.href);
  if (answer === undefined) return `Nothing answers at ${url}: start \`clew serve\`, or check the address.`;
  const { status, version } = ((await answer.json().catch(() => ({}))) ?? {}) as Record<string, unknown>;
  if (status !== "ok" || typeof version !== "string")
    return `${url} answers, but is not Clew: check the address.`;
  const entered = await ask(url, token);
  if (entered?.status === 401)
    return token === undefined
      ? `Clew ${version} answers at ${url} and requires a token: set CLEW_TOKEN and connect again with --force.`
      : `Clew ${version} answers at ${url} and rejects this CLEW_TOKEN.`;
  return `Clew ${version} answers at ${url}.`;
}

async function ask(url: string, token?: string): Promise<Response | undefined> {
  try {
    const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
    return await fetch(url, {
      headers,
      signal: AbortSignal.timeout(WAIT_MS),
      redirect: "manual",
    });
  } catch {
    return undefined;
  }
}
