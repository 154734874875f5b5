import { posix } from "node:path";
import type { Language } from "../notebook/notebook.ts";
import { freeNumber } from "./free-number.ts";

/** The file name of a code cell: the requested one, with a number added if another cell has it. */
export function cellName(
  cellId: string,
  language: Language,
  wanted: string | undefined,
  isTaken: (name: string) => boolean,
): string {
  const name = wanted?.toWellFormed() || `${cellId}.${language === "typescript" ? "ts" : "js"}`;
  return numberedName(
    name,
    freeNumber((number) => isTaken(numberedName(name, number))),
  );
}

function numberedName(name: string, number: number): string {
  if (number === 1) return name;
  const extension = posix.extname(name);
  return `${name.slice(0, name.length - extension.length)}-${number}${extension}`;
}
