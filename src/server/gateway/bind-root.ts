import * as z from "zod";
import { defineOperation } from "./operation.ts";

/** Limits exports and notebooks to a folder. */
export const bindRoot = defineOperation({
  name: "bind_root",
  summary: "{rootUri}: exports and notebooks stay inside this folder",
  stage: 0,
  input: z.object({ rootUri: z.string() }),
  aliases: { rootUri: ["uri", "root"] },
  example: { rootUri: "file:///home/user/projects/my-app" },
  async run({ rootUri = "" }, { sessions, location, caller }) {
    const roots = await caller.roots();
    const bound = await sessions.bindRoot(
      location,
      rootUri,
      roots?.map(({ uri }) => uri),
    );
    return { rootUri: bound, message: "Root bound: notebook and export paths stay inside it from now on" };
  },
});
