import * as z from "zod";
import { defineOperation } from "./operation.ts";

/** Lists the folders that the client has opened. */
export const listRoots = defineOperation({
  name: "list_roots",
  summary: "folders that your client has opened",
  stage: 0,
  input: z.object({}),
  example: {},
  async run(_input, { caller }) {
    const roots = await caller.roots();
    if (roots) return { roots: roots.map(({ uri, name }) => ({ uri, ...(name !== undefined && { name }) })) };
    return {
      roots: [],
      note: "This client does not tell its folders. bind_root takes the file:// URI of any existing folder.",
    };
  },
});
