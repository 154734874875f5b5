import type { Client } from "@modelcontextprotocol/client";
import type { SessionSummary, Thought } from "../../src/ledger/index.ts";
import { runClew } from "./clew.ts";

/** A session as `clew sessions show --json` prints it: another process reads it from the database. */
export async function sessionOnDisk(
  home: string,
  id: string,
): Promise<SessionSummary & { readonly thoughts: readonly Thought[] }> {
  const { code, stdout, stderr } = await runClew(["sessions", "show", id, "--json"], { home });
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** The text of a resource. */
export async function textOf(client: Client, uri: string): Promise<string> {
  const { contents } = await client.readResource({ uri });
  return (contents[0] as { readonly text: string }).text;
}

/** The thoughts of a session, through the resource that pages them. */
export async function thoughtsOf(client: Client, sessionId: string): Promise<readonly Thought[]> {
  const thoughts: Thought[] = [];
  for (let uri: string | undefined = `thoughtbox://sessions/${sessionId}/thoughts`; uri !== undefined; ) {
    const page: { thoughts: Thought[]; next?: string } = JSON.parse(await textOf(client, uri));
    thoughts.push(...page.thoughts);
    uri = page.next;
  }
  return thoughts;
}
