import { createServer } from "node:net";

/** Something that listens on a port of its own. */
export async function takenPort(): Promise<{ readonly port: number } & AsyncDisposable> {
  // A client that gives up is noticed only by a socket that is read.
  const server = createServer((socket) => void socket.resume());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  return { port, [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** A port of loopback that is free now. */
export async function freePort(): Promise<number> {
  await using taken = await takenPort();
  return taken.port;
}
