import { once } from "node:events";
import type { Socket } from "node:net";
import type pg from "pg";

/** The part of a `pg` connection that COPY needs; it is missing in its types. */
interface Wire {
  readonly stream: Socket;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  sendCopyFail(reason: string): void;
  endCopyFrom(): void;
}

/** Sends chunks to a `COPY … FROM STDIN`, with back-pressure. */
export function copyIn(client: pg.Client, text: string, chunks: Iterable<Buffer>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let failure: unknown;
  const send = async (wire: Wire): Promise<void> => {
    for (const chunk of chunks) {
      if (failure) return;
      wire.sendCopyFromChunk(chunk);
      if (wire.stream.writableNeedDrain) await once(wire.stream, "drain");
      // Lets the driver read an error before the end.
      else await new Promise(setImmediate);
    }
    wire.endCopyFrom();
  };
  client.query({
    submit: (wire: Wire) => wire.query(text),
    handleCopyInResponse: (wire: Wire) =>
      void send(wire).catch((error: Error) => wire.sendCopyFail(error.message)),
    handleCommandComplete() {},
    handleError(error: unknown) {
      failure = error;
      reject(error);
    },
    handleReadyForQuery: () => resolve(),
  } as unknown as pg.Submittable);
  return promise;
}
