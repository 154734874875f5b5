import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { WriteDocument } from "../ledger/index.ts";

/** Writes sessions as self-contained pages with the viewer in this folder; undefined if the viewer was not built. */
export function offlineViewer(folder: string): WriteDocument | undefined {
  const file = join(folder, "offline.html");
  if (!existsSync(file)) return undefined;
  let viewer: Promise<string> | undefined;
  return async function* write(session, read, exportedAt) {
    const { htmlInto } = await import("../ledger/export-html.ts");
    viewer ??= readFile(file, "utf8");
    yield* htmlInto(await viewer)(session, read, exportedAt);
  };
}
