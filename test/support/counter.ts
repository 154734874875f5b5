import { createServer } from "node:http";

/** Counts requests. */
export async function startCounter() {
  let count = 0;
  const server = createServer((_, response) => response.end(`request ${++count}`));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as { readonly port: number };
  return {
    port,
    url: `http://127.0.0.1:${port}/`,
    count: () => count,
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
