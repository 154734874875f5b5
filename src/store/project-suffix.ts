import { createHash } from "node:crypto";

/** The name of a folder's project where another folder has the plain name: always the same for the same folder. */
export function suffixedProject(name: string, folder: string): string {
  return `${name}-${createHash("sha256").update(folder.toWellFormed()).digest("hex").slice(0, 6)}`;
}
