import { createServer } from "node:net";

/** A server that occupies a port. */
export async function takenPort(): Promise<{ readonly port: number } & AsyncDisposable> {
  // A closed connection is noticed only if the socket is read.
  const server = createServer((socket) => void socket.resume());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  return { port, [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** A loopback port that is free now. */
export async function freePort(): Promise<number> {
  await using taken = await takenPort();
  return taken.port;
}
