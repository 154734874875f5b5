import { createHash } from "node:crypto";

/** The project name of a folder if another folder has the plain name; always the same for the same folder. */
export function suffixedProject(name: string, folder: string): string {
  return `${name}-${createHash("sha256").update(folder.toWellFormed()).digest("hex").slice(0, 6)}`;
}
