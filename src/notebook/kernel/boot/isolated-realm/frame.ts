import type { Bundle } from "../realms.ts";

/** The host refuses larger frames. */
const FRAME_LIMIT = 4 * 1024 * 1024;
export const TEXT_LIMIT = 64 * 1024;
export const TOO_LARGE = "a value too large to show";

/** Makes a bundle, which has no prototype. */
export function bundle(texts: Bundle = {}): Bundle {
  return Object.assign({ __proto__: null } as never, texts);
}

/** Sends a frame; when it is too large, only its text. */
export function frame(head: string, data: Bundle): void {
  let bytes = 0;
  for (const name of Object.keys(data)) bytes += host.part(name, data[name]!);
  if (bytes > FRAME_LIMIT) {
    host.dropParts();
    const text = data["text/plain"];
    host.part("text/plain", text !== undefined && text.length <= TEXT_LIMIT ? text : TOO_LARGE);
  }
  host.send(head);
}
