import { type ReadonlySignal, signal } from "@preact/signals";
import { api } from "../data/api.ts";
import type { SessionRow } from "../data/api-types.ts";
import { onChanges } from "../data/changes.ts";
import { throttle } from "../data/throttle.ts";
import { go } from "../input/history.ts";
import { sessionRoute } from "../input/route.ts";

/** A session whose agent waits for a person. */
export type Question = Pick<SessionRow, "id" | "title"> & { readonly text: string };

const LOOKED_AT = 50;
const LOOK_MS = 2_000;

const found = signal<readonly Question[]>([]);

/** The questions of agents among the sessions with the newest activity. */
export const questions: ReadonlySignal<readonly Question[]> = found;

/** Whether the browser may be asked for permission to notify. */
export const canAsk = signal(typeof Notification !== "undefined" && Notification.permission === "default");

/** Starts watching for questions of agents, and shows notifications for new ones if allowed. */
export function startQuestions(): void {
  const look = throttle(async () => {
    // Errors are shown by the view; the next change tries again.
    const page = await api.sessions({}, { limit: LOOKED_AT }).catch(() => undefined);
    if (!page) return;
    const next = page.sessions.flatMap(({ id, title, needsInput }) =>
      needsInput === undefined ? [] : [{ id, title, text: needsInput }],
    );
    const isKnown = (one: Question) => found.value.some(({ id, text }) => id === one.id && text === one.text);
    const isSame = next.length === found.value.length && next.every(isKnown);
    if (isSame) return;
    for (const one of next) if (!isKnown(one)) notify(one);
    found.value = next;
  }, LOOK_MS);
  onChanges((changes) => {
    if (!changes || changes.some(({ sessionId }) => sessionId !== undefined)) look();
  });
}

/** Asks the browser for permission to notify. */
export async function allowNotifications(): Promise<void> {
  await Notification.requestPermission();
  canAsk.value = Notification.permission === "default";
}

/** A desktop notification, unless the reader looks at the page. */
function notify({ id, title, text }: Question): void {
  if (typeof Notification === "undefined" || Notification.permission !== "granted" || document.hasFocus())
    return;
  const notification = new Notification(title, { body: text.slice(0, 200), tag: `clew ${id}` });
  notification.onclick = () => {
    focus();
    go(sessionRoute(id));
    notification.close();
  };
}
