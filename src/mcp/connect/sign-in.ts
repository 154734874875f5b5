import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { join } from "node:path";
import { createOAuth, fileOAuthStore, type OAuthOptions } from "./oauth.ts";
import type { FindAuth } from "./options.ts";

/** The callback port. It is fixed, because a server keeps the address that a host registered with. */
const PORT = 47_115;
/** How long a person may take to sign in. */
const SIGN_IN_MS = 5 * 60_000;

/**
 * Lets a person sign in, on a page that `show` opens, at every server that requires it, one server at a time. Tokens are
 * kept in `folder`, one file per address. Servers whose entry has an `Authorization` header are skipped.
 */
export function interactiveSignIn(
  folder: string,
  show: (server: string, page: URL) => Promise<void>,
): FindAuth {
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

/** Named by the address, not by the server's name: tokens are never sent to another address. */
function fileName(url: URL): string {
  return `${createHash("sha256").update(url.href).digest("hex").slice(0, 32)}.json`;
}

/** Opens an authorization page and waits on a loopback port for the browser's redirect. */
export function authorizeOnLoopback(
  open: (page: URL) => void | Promise<void>,
  port: number,
): Pick<OAuthOptions, "authorize" | "redirectUrl"> {
  const redirectUrl = `http://127.0.0.1:${port}/callback`;
  return {
    redirectUrl,
    authorize: (page) =>
      new Promise<URL>((resolve, reject) => {
        const server = createServer((request, response) => {
          const address = URL.parse(request.url ?? "", redirectUrl);
          if (address?.pathname !== "/callback") return void response.writeHead(404).end();
          response.writeHead(200, { "content-type": "text/plain; charset=utf-8", connection: "close" });
          response.end("Done. You can close this page and go back.");
          end(() => resolve(address));
        });
        const timer = setTimeout(() => end(() => reject(new Error("the sign-in timed out"))), SIGN_IN_MS);
        const end = (settle: () => void) => {
          clearTimeout(timer);
          server.close();
          settle();
        };
        server.once("error", (error) => end(() => reject(error)));
        server.listen(port, "127.0.0.1", async () => {
          try {
            await open(page);
          } catch (error) {
            end(() => reject(error));
          }
        });
      }),
  };
}
