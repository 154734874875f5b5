import type { Client } from "@modelcontextprotocol/client";
import type { Catalogue } from "../../../src/mcp/define.ts";

/** What `completion/complete` refers to. */
type Ref = Parameters<Client["complete"]>[0]["ref"];

/** Something that the server completes: a variable of a template, or an argument of a prompt. */
export interface Completed {
  readonly ref: Ref;
  readonly name: string;
}

/** Everything that is completed, according to the catalogue. */
export function completedIn({ resources, prompts }: Catalogue): readonly Completed[] {
  const variables = resources.flatMap(({ uri, complete = {} }) =>
    Object.keys(complete).map((name) => ({ ref: { type: "ref/resource", uri } as const, name })),
  );
  const given = prompts.flatMap((prompt) =>
    prompt.arguments
      .filter(({ complete }) => complete)
      .map(({ name }) => ({ ref: { type: "ref/prompt", name: prompt.name } as const, name })),
  );
  return [...variables, ...given];
}
