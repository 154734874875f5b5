import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { BOUNDS, RefusedAnswer } from "./bounds.ts";

/**
 * The body of an answer without its compression, inflated only as far as it is read. Destroying it closes the
 * connection. Clew asks for no compression; some proxies compress all the same.
 */
export function decoded(response: IncomingMessage): Readable {
  const coding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (coding === "identity" || coding === "") return response;
  const decoder = decoderOf(coding);
  if (decoder === undefined) {
    response.destroy();
    throw new RefusedAnswer("a content-encoding that Clew does not read");
  }
  // The reader of the decoder gets the error.
  process.getBuiltinModule("node:stream").pipeline(response, decoder, () => {});
  let size = 0;
  response.on("data", (bytes: Uint8Array) => {
    size += bytes.length;
    // Compressed bytes that inflate to nothing have no end either.
    if (size > BOUNDS.turn) decoder.destroy(new RefusedAnswer("more than 64 MB in one turn"));
  });
  return decoder;
}

function decoderOf(coding: string) {
  const zlib = process.getBuiltinModule("node:zlib");
  if (coding === "gzip" || coding === "x-gzip") return zlib.createGunzip();
  if (coding === "deflate") return zlib.createInflate();
  if (coding === "br") return zlib.createBrotliDecompress();
  return coding === "zstd" ? zlib.createZstdDecompress() : undefined;
}
