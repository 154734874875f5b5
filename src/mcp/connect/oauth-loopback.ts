import { createServer } from "node:http";
import type { OAuthOptions } from "./oauth.ts";

/** How long a person may take. */
const PATIENCE_MS = 5 * 60_000;

/** Has a page opened, and waits on a port of this machine for the browser to come back. */
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
        const timer = setTimeout(
          () => end(() => reject(new Error("nobody authorized in time"))),
          PATIENCE_MS,
        );
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
