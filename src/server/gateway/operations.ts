import { cipher } from "./cipher.ts";
import { getState } from "./get-state.ts";
import { listSessions } from "./list-sessions.ts";
import { loadContext } from "./load-context.ts";
import { bindRoot, listRoots, navigate } from "./location.ts";
import { mentalModels } from "./mental-models.ts";
import { notebook } from "./notebook.ts";
import type { Operation } from "./operation.ts";
import { session } from "./session.ts";
import { startNew } from "./start-new.ts";
import { thought } from "./thought.ts";

/** Every operation of the gateway, in the order of its stages. */
export const operations: readonly Operation[] = [
  getState,
  listSessions,
  startNew,
  loadContext,
  navigate,
  listRoots,
  bindRoot,
  cipher,
  session,
  thought,
  notebook,
  mentalModels,
];
