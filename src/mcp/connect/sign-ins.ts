import { createHash } from "node:crypto";
import { join } from "node:path";
import { createOAuth } from "./oauth.ts";
import { authorizeOnLoopback } from "./oauth-loopback.ts";
import { fileOAuthStore } from "./oauth-store.ts";
import type { FindAuth } from "./options.ts";

/** Where browsers come back to. It is always the same, because a server keeps the address that a host registered with. */
const PORT = 47_115;

/**
 * Has a person sign in at every server that wants it, one after the other, on a page that they are shown; keeps the
 * tokens in a folder, a file for each address. A server whose entry has its own `Authorization` is left at that.
 */
export function signIns(folder: string, show: (server: string, page: URL) => Promise<void>): FindAuth {
  let last: Promise<unknown> = Promise.resolve();
  return (server, { url, headers }) => {
    if (Object.keys(headers).some((name) => name.toLowerCase() === "authorization")) return;
    const loopback = authorizeOnLoopback((page) => show(server, page), PORT);
    return createOAuth({
      store: fileOAuthStore(join(folder, fileName(url))),
      redirectUrl: loopback.redirectUrl,
      authorize(page) {
        const mine = last.then(() => loopback.authorize(page));
        last = mine.catch(() => {});
        return mine;
      },
    });
  };
}

/** Not by the server's name: tokens for one address are never sent to another. */
function fileName(url: URL): string {
  return `${createHash("sha256").update(url.href).digest("hex").slice(0, 32)}.json`;
}
