import type { Store } from "../src/store/port.ts";
import { pipeline } from "./pipeline.ts";
import type { Scale } from "./scale.ts";
import { thoughtText } from "./thoughts.ts";

const inFlight = 256;

/** Opens our own store from its source, in this process. */
export async function openLedger(home: string): Promise<Store> {
  await loadTextImports();
  const { openStore } = await import("../src/store/open.ts");
  return openStore({ home });
}

/** Lets this process import our source, which imports SQL and Markdown as modules. */
export async function loadTextImports(): Promise<void> {
  await import(new URL("../scripts/text-loader.js", import.meta.url).href);
}

/** The id of a session of the filled store. */
export function sessionName(index: number): string {
  return `bench-${index}`;
}

/** The project and tags of a session of the filled store: few sessions share a project, half of them a tag. */
export function placeOf(index: number): { readonly project: string; readonly tags: readonly string[] } {
  return { project: `project-${index % 100}`, tags: [index % 2 === 0 ? "even" : "odd"] };
}

/** Writes sessions and their thoughts through the store's own `append`, many at a time. */
export async function fillLedger(store: Store, scale: Scale): Promise<void> {
  const perSession = scale.thoughtsPerSession;
  await pipeline(0, scale.storedSessions * perSession - 1, inFlight, (index) => {
    const number = (index % perSession) + 1;
    const session = Math.floor(index / perSession);
    const id = sessionName(session);
    const create = () => ({ id, title: `Case ${id}`, mode: "chain", ...placeOf(session) }) as const;
    return store.append({
      target: { sessionId: id, create },
      content: thoughtText(index),
      number,
      total: perSession,
      nextThoughtNeeded: number < perSession,
      mode: "chain",
      source: "thoughtbox",
    });
  });
}
