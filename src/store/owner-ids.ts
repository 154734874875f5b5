import { createHash } from "node:crypto";
import { type Change, isSafeId } from "../ledger/index.ts";

/** The maximum length of a safe id. */
const LONGEST_ID = 128;
/** How much of an id that is too long is kept, followed by a hash of the whole. */
const KEPT_CHARACTERS = 90;

/**
 * A principal's tag in ids and in the text index: a letter and digits, always the same for the same name. It ends in a
 * digit, because the stemmer would cut a letter ending.
 */
export function ownerTag(owner: string): string {
  const hash = createHash("sha256").update(owner.toWellFormed()).digest();
  return `p${String(hash.readBigUInt64BE() % 10n ** 15n).padStart(15, "0")}`;
}

/** Translates between a principal's ids and the stored ids. */
export interface OwnerIds {
  /** The stored id, in a namespace of the principal. */
  own(id: string): string;
  /** The stored key of a handle. If the handle is a session id, its key is that session's stored id. */
  ownHandle(key: string): string;
  /** The stored key of a client, if there is one. */
  ownClient<T extends { readonly client?: string }>(of: T): Pick<T, "client">;
  /** Whether a stored id belongs to the principal. */
  has(id: string): boolean;
  /** A stored id as the principal sees it. */
  shown(id: string): string;
  /** A change as the principal sees it; undefined if it belongs to somebody else. */
  shownChange(change: Change): Change | undefined;
}

/** Creates the translation for one principal. */
export function ownerIds(owner: string): OwnerIds {
  const prefix = `${ownerTag(owner)}-`;
  const own = (id: string): string => {
    if (prefix.length + id.length <= LONGEST_ID) return `${prefix}${id}`;
    const hash = createHash("sha256").update(id.toWellFormed()).digest("hex").slice(0, 12);
    return `${prefix}${id.slice(0, KEPT_CHARACTERS).toWellFormed()}-${hash}`;
  };
  const has = (id: string): boolean => id.startsWith(prefix);
  const shown = (id: string): string => (has(id) ? id.slice(prefix.length) : id);
  // The key of a connection may be long and is not an id.
  const ownHandle = (key: string): string => (isSafeId(key) ? own(key) : `${prefix}${key}`);
  return {
    own,
    ownHandle,
    ownClient: ({ client }) => (client === undefined ? {} : { client: ownHandle(client) }),
    has,
    shown,
    shownChange({ owner: whose, ...change }) {
      if (whose !== owner) return undefined;
      // In the feed, a deleted session is named by its tombstone.
      const isDeletion = change.kind === "session" && change.actions?.includes("delete") === true;
      if (isDeletion) return change;
      if (change.kind !== "notebook" && !has(change.sessionId)) return undefined;
      return change.kind === "notebook" ? change : { ...change, sessionId: shown(change.sessionId) };
    },
  };
}
