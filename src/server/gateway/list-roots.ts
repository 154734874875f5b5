import { pathToFileURL } from "node:url";
import * as z from "zod";
import { defineOperation } from "./operation.ts";

/** Lists the folders that the client has opened. */
export const listRoots = defineOperation({
  name: "list_roots",
  summary: "folders that your client has opened",
  placeless: true,
  stage: 0,
  input: z.object({}),
  example: {},
  async run(_input, { caller, sessions }) {
    const roots = await caller.roots();
    if (roots) return { roots: roots.map(({ uri, name }) => ({ uri, name })) };
    const bindable = sessions.roots.map((path) => pathToFileURL(path).href);
    const note =
      bindable.length === 0
        ? "This client shares no folders, and CLEW_ROOTS is not set: bind_root has nothing to bind."
        : `This client shares no folders. bind_root accepts a folder inside one of these: ${bindable.join(", ")}.`;
    return { roots: [], note };
  },
});
