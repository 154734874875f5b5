import { type Eventual, type Steps, wait } from "../primitives/steps.ts";
import type { Draft } from "./draft.ts";
import { Failure } from "./failure.ts";
import type { NewSession } from "./session.ts";

/** The lookups that finding the session of a draft needs; `S` is a backend's record of a session. */
export interface SessionLookups<S> {
  /** The session with this id, if it exists and belongs to the draft's principal. */
  find(id: string): Eventual<S | undefined>;
  /** The id of the session that a handle has open. */
  boundTo(handle: string): Eventual<string | undefined>;
  /** The client's only open chain that the draft continues by its number. */
  continued(client: string): Eventual<S | undefined>;
  open(session: NewSession): Eventual<S>;
}

/** Finds or opens the session of a draft. `isBound`: the draft's handle has it open already. */
export function* findSession<S extends { readonly status: string }>(
  { target }: Draft,
  lookUp: SessionLookups<S>,
): Steps<{ readonly session: S; readonly isBound: boolean }> {
  const unbound = (session: S) => ({ session, isBound: false });
  if ("sessionId" in target) {
    const found = yield* wait(lookUp.find(target.sessionId));
    if (found) return unbound(found);
    if (!target.create) throw new Failure("SESSION_NOT_FOUND", { sessionId: target.sessionId });
    return unbound(yield* wait(lookUp.open({ ...target.create(), id: target.sessionId })));
  }
  if ("client" in target) {
    const continued = target.mayContinue ? yield* wait(lookUp.continued(target.client)) : undefined;
    return unbound(continued ?? (yield* wait(lookUp.open(target.open()))));
  }
  const id = yield* wait(lookUp.boundTo(target.handle));
  const current = id === undefined ? undefined : yield* wait(lookUp.find(id));
  if (current && (current.status === "active" || target.continues))
    return { session: current, isBound: true };
  return unbound((yield* wait(lookUp.find(target.handle))) ?? (yield* wait(lookUp.open(target.open()))));
}
