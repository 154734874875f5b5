import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/** What is known of the request at hand, wherever in its course. */
export interface RequestFacts {
  readonly requestId: string;
}

const requests = new AsyncLocalStorage<RequestFacts>();

/** Runs work as a part of a request. */
export const inRequest = <T>(facts: RequestFacts, work: () => T): T => requests.run(facts, work);

/** The request that the code at hand works for. */
export const currentRequest = (): RequestFacts | undefined => requests.getStore();

/** An id that a caller gave, if it is safe to log and to send back; a new one otherwise. */
export function requestIdFrom(given: string | null | undefined): string {
  return given && /^[A-Za-z0-9._:/+=@-]{1,128}$/.test(given) ? given : randomUUID();
}
