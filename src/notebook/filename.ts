import type { Language } from "./notebook.ts";

const MAX_CHARACTERS = 100;
/** The limit of most file systems, less the number that may be added to a name. */
const MOST_BYTES = 240;
const SOURCE = /\.[mc]?[jt]sx?$/i;

/**
 * Whether a code cell's name can be a file name in the notebook's folder. It must be a source file and nothing else, so
 * that a notebook cannot affect how packages are installed. Files from elsewhere may have other names.
 */
export function isPlainFilename(name: string): boolean {
  return problemOf(name) === undefined && SOURCE.test(name);
}

/** The requested name with an extension, or what is wrong with it and what to send. */
export function readFilename(
  given: string,
  language: Language,
): { readonly filename: string } | { readonly problem: string } {
  const name = given.trim();
  const extension = /\.\p{L}[\p{L}\p{N}]*$/u.exec(name)?.[0];
  const example = language === "typescript" ? "utils.ts" : "utils.js";
  const problem =
    problemOf(name) ??
    (extension !== undefined && !SOURCE.test(extension)
      ? `ends in ${extension}, which is no code`
      : undefined);
  if (problem !== undefined)
    return { problem: `filename ${problem}. Send a plain name such as "${example}", or leave it out.` };
  return { filename: extension === undefined ? `${name}${example.slice(-3)}` : name };
}

function problemOf(name: string): string | undefined {
  if (name === "") return "is empty";
  if (name.length > MAX_CHARACTERS) return `has more than ${MAX_CHARACTERS} characters`;
  if (Buffer.byteLength(name) > MOST_BYTES) return `has more than ${MOST_BYTES} bytes`;
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name)) return "has a control character in it";
  if (/[/\\]/.test(name)) return "has a folder in it; cells lie side by side";
  if (name.startsWith(".")) return "begins with a dot";
  if (/^(package(-lock)?\.json|tsconfig\.json|node_modules)$/i.test(name))
    return `is ${JSON.stringify(name)}, which belongs to the notebook itself`;
  return undefined;
}
