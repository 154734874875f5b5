import { createHash } from "node:crypto";
import { type Change, isSafeId } from "../ledger/index.ts";

/** An id is no longer than this when it is safe. */
const LONGEST_ID = 128;
/** So much of an id that would become too long is kept, before a hash of the whole. */
const KEPT_LETTERS = 90;

/**
 * What stands for a principal in ids and in the text index: a letter and digits, which are always the same for the same
 * name. It ends in a digit, because the text index would cut the ending of a word.
 */
export function ownerTag(owner: string): string {
  const hash = createHash("sha256").update(owner.toWellFormed()).digest();
  return `p${String(hash.readBigUInt64BE() % 10n ** 15n).padStart(15, "0")}`;
}

/** How a principal's ids are kept, and how it sees them. */
export interface OwnerIds {
  /** The id as it is kept: in a space of the principal's own, so that nobody else's can be named. */
  own(id: string): string;
  /** A handle's key as it is kept; that of a handle which names a session is the session's own id. */
  ownHandle(key: string): string;
  /** A client's key as it is kept, where there is one. */
  ownClient<T extends { readonly client?: string }>(of: T): Pick<T, "client">;
  /** Whether a kept id is the principal's. */
  has(id: string): boolean;
  /** A kept id as the principal sees it. */
  shown(id: string): string;
  /** A change as the principal sees it; undefined when it is somebody else's. */
  shownChange(change: Change): Change | undefined;
}

/** Makes the ids of one principal. */
export function ownerIds(owner: string): OwnerIds {
  const prefix = `${ownerTag(owner)}-`;
  const own = (id: string): string => {
    if (prefix.length + id.length <= LONGEST_ID) return `${prefix}${id}`;
    const hash = createHash("sha256").update(id.toWellFormed()).digest("hex").slice(0, 12);
    return `${prefix}${id.slice(0, KEPT_LETTERS).toWellFormed()}-${hash}`;
  };
  const has = (id: string): boolean => id.startsWith(prefix);
  const shown = (id: string): string => (has(id) ? id.slice(prefix.length) : id);
  // The key of a connection may be long, and is no id.
  const ownHandle = (key: string): string => (isSafeId(key) ? own(key) : `${prefix}${key}`);
  return {
    own,
    ownHandle,
    ownClient: ({ client }) => (client === undefined ? {} : { client: ownHandle(client) }),
    has,
    shown,
    shownChange({ owner: whose, ...change }) {
      if (whose !== owner) return undefined;
      if (change.kind !== "notebook" && !has(change.sessionId)) return undefined;
      return change.kind === "notebook" ? change : { ...change, sessionId: shown(change.sessionId) };
    },
  };
}
