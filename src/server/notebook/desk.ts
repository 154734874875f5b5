import type { Desk } from "../../notebook/notebooks.ts";
import { type Author, clientKey, handleKey } from "../../sessions/index.ts";

/** Where the author of a call works on notebooks. */
export function deskOf({ handle, idempotency }: Author): Desk {
  const [key, client] = [handleKey(handle), clientKey(handle)];
  return {
    ...(key !== undefined && { handle: key }),
    ...(client !== undefined && { client }),
    ...(idempotency && { idempotency }),
  };
}
