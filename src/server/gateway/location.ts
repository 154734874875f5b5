import { pathToFileURL } from "node:url";
import * as z from "zod";
import { Failure } from "../../ledger/index.ts";
import { LEVELS } from "../../sessions/index.ts";
import { defineOperation } from "./operation.ts";

/** Sets the caller's project, task or aspect. */
export const navigate = defineOperation({
  name: "navigate",
  summary: "{to: project|task|aspect, value}",
  stage: 0,
  input: z.object({ to: z.string(), value: z.string() }),
  aliases: { to: ["level"], value: ["name"] },
  example: { to: "project", value: "my-app" },
  async run({ to, value }, { sessions, location }) {
    const level = LEVELS.find((one) => one === to?.trim().toLowerCase());
    if (level === undefined || !value?.trim())
      throw new Failure("INVALID_ARGUMENT", {
        problem:
          'navigate needs args.to (project, task or aspect) and args.value, such as {"to":"project","value":"my-app"}.',
      });
    return { navigated: level, ...(await sessions.navigate(location, level, value)) };
  },
});

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
