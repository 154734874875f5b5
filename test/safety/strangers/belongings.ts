import { join } from "node:path";
import { expect, vi } from "vitest";
import { openStore } from "../../../src/store/open.ts";
import { ownedStore } from "../../../src/store/owned-store.ts";
import { ownerTag } from "../../../src/store/owner-ids.ts";
import { allThoughts } from "../../../src/store/port.ts";
import { answerOf } from "../../support/call.ts";
import { ledgerLocation } from "../../support/deployment-ledger.ts";
import type { Scene } from "./scene.ts";

/** Part of everything that ann creates, and of nothing that bob sends. In Greek, because ids are ASCII. */
export const SECRET = "ξανθιππη";
/** In all of it too, and bob searches for it. */
export const RUMOUR = "ζαρδοζ";
/** The handles that both use. */
export const SHARED_HANDLE = "shared-handle";

/** How many tool and model calls create all of it. */
const CALLS = 13;

/** What ann owns, as far as another principal could name it. */
export interface Belongings {
  /** Names of sessions, and the ids that the ledger keeps them by. */
  readonly sessionIds: readonly string[];
  readonly thoughtIds: readonly string[];
  readonly notebookIds: readonly string[];
  readonly cellIds: readonly string[];
  readonly invocationIds: readonly string[];
  /** Files that were written for ann, in every way to name them. */
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** Lets ann use every operation that creates something. */
export async function fillLedger(scene: Scene): Promise<Belongings> {
  const { client } = await scene.connect("ann", "handshake");
  const tell = (name: string, given: object) => answerOf(client, name, { ...given });
  const secret = `${SECRET} and ${RUMOUR}`;
  await tell("think", { thought: `Note of ${secret}`, session_id: SHARED_HANDLE });
  const chain = { sessionTitle: `Plan of ${secret}`, sessionTags: ["tag-x"], thoughtNumber: 1 };
  const { sessionId: plan } = await tell("thoughtbox", { thought: `First of ${secret}`, ...chain });
  const branch = { branchFromThought: 1, branchId: `branch ${SECRET}` };
  await tell("thoughtbox", { thought: `Branch of ${secret}`, sessionId: plan, ...branch });
  const gateway = (operation: string, args: object) => tell("thoughtbox_gateway", { operation, args });
  const opened = await gateway("start_new", { title: `Staged ${secret}`, project: "project-x" });
  await gateway("cipher", {});
  await gateway("thought", { thought: `Staged thought of ${secret}` });
  const { session_id: linear } = await tell("reasoning_linear", { content: `Why ${secret}?` });
  const notebook = (operation: string, args: object = {}) => tell("notebook", { operation, args });
  const { notebookId } = await notebook("create", { title: `Book of ${secret}` });
  const code = `console.log(${JSON.stringify(secret)}); ({ found: ${JSON.stringify(secret)} })`;
  const { cellId } = await notebook("add_cell", { cellType: "code", content: code, filename: "secret.ts" });
  await notebook("run_cell", { cellId });
  const exported = await notebook("export");
  const { path } = await tell("export_reasoning_chain", { sessionId: plan });
  const own = join("principals", ownerTag("ann"));
  const files = [exported.path, path, join("notebooks", String(notebookId), "secret.ts")].map(String);
  return {
    sessionIds: [SHARED_HANDLE, plan, opened.sessionId, linear, "linear-of-ann"]
      .map(String)
      .flatMap((id) => [id, `${ownerTag("ann")}-${id}`]),
    notebookIds: [String(notebookId)],
    cellIds: [String(cellId), "secret.ts"],
    files: files.flatMap((file) => [
      file,
      join(own, file),
      join(scene.home, own, file),
      join(scene.home, file),
    ]),
    folders: [own, "exports", `../${ownerTag("ann")}/exports`, join(scene.home, own)],
    ...(await written(scene)),
  };
}

/** Calls are stored shortly after they are answered. */
async function written(scene: Scene): Promise<Pick<Belongings, "thoughtIds" | "invocationIds">> {
  const read = async () => {
    const { invocations, thoughts } = await ledgerOf(scene, "ann");
    return {
      invocationIds: invocations.map(({ id }) => id),
      thoughtIds: thoughts.flat().map(({ id }) => id),
    };
  };
  return vi.waitFor(
    async () => {
      const found = await read();
      expect(found.invocationIds.length).toBeGreaterThanOrEqual(CALLS);
      return found;
    },
    { timeout: 10_000, interval: 50 },
  );
}

/** Everything that a principal owns, read from the ledger. */
export async function ledgerOf({ home }: Pick<Scene, "home">, owner: string) {
  const store = await openStore(await ledgerLocation(home));
  const view = ownedStore(store, owner);
  try {
    const sessions = await view.sessions({ limit: 1_000 });
    const notebooks = await view.notebooks({ limit: 1_000 });
    return {
      sessions,
      thoughts: await Promise.all(sessions.map(({ id }) => Array.fromAsync(allThoughts(view, id)))),
      notebooks: await Promise.all(notebooks.map(({ id }) => view.notebook(id))),
      runs: await Promise.all(notebooks.map(({ id }) => view.cellRuns(id))),
      handle: await view.handle(SHARED_HANDLE),
      invocations: await view.invocations({ limit: 1_000 }),
    };
  } finally {
    await store.close();
  }
}
