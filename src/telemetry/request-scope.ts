import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/** Context of the current request. */
export interface RequestFacts {
  readonly requestId: string;
}

const requests = new AsyncLocalStorage<RequestFacts>();

/** Runs work within a request's context. */
export const inRequest = <T>(facts: RequestFacts, work: () => T): T => requests.run(facts, work);

/** The current request. */
export const currentRequest = (): RequestFacts | undefined => requests.getStore();

/** A request that has no id of its caller. Few requests write a log line, so the id is made when it is read. */
export function newRequest(): RequestFacts {
  let id: string | undefined;
  return {
    get requestId() {
      id ??= randomUUID();
      return id;
    },
  };
}

/** The caller's request id if it is safe to log and return, otherwise a new one. */
export function requestIdFrom(given: string | null | undefined): string {
  return given && /^[A-Za-z0-9._:/+=@-]{1,128}$/.test(given) ? given : randomUUID();
}
