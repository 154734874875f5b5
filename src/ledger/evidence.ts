import * as z from "zod";

/** The type of a reference's target. `text` is a reference that Clew cannot parse. */
export const EvidenceKind = z.enum(["file", "url", "cell", "command", "thought", "text"]);
export type EvidenceKind = z.infer<typeof EvidenceKind>;

/** A reference that supports a thought, as its author wrote it. */
export const Evidence = z.object({
  ref: z.string().describe("as the author wrote it"),
  kind: EvidenceKind,
  path: z.string().optional().describe("of a file, relative to the root if it was hashed"),
  from: z.int().optional().describe("first line, from 1"),
  to: z.int().optional().describe("last line"),
  sha256: z
    .string()
    .optional()
    .describe("of the named lines, or of a cell's run, when the thought was written"),
  rolling: z
    .int()
    .optional()
    .describe("rolling checksum of the lines, which finds them elsewhere in the file"),
  commit: z.string().optional().describe("of the root's repository when the thought was written"),
  notebook: z.string().optional(),
  cell: z.string().optional(),
  command: z.string().optional(),
  exitCode: z.int().optional(),
  number: z.int().optional().describe("of the cited thought"),
});
export type Evidence = z.infer<typeof Evidence>;

/** Evidence as it is stored: with the root that its path starts at, which only the server needs. */
export interface StoredEvidence extends Evidence {
  readonly root?: string;
}

/** How evidence compares with the current state of its target. */
export const EvidenceState = z.enum(["fresh", "moved", "unchecked", "stale", "missing"]);
export type EvidenceState = z.infer<typeof EvidenceState>;

/** The worst of some states; `unchecked` for none. */
export function worstState(states: readonly EvidenceState[]): EvidenceState {
  const order = EvidenceState.options;
  return order[Math.max(...states.map((state) => order.indexOf(state)))] ?? "unchecked";
}

/** Evidence as it is shown: without roots, which are paths of one machine. */
export function shownEvidence(stored: readonly StoredEvidence[]): readonly Evidence[] {
  return stored.map(({ root: _, ...evidence }) => evidence);
}

/** How many references a thought keeps, and how long each may be. */
export const MAX_EVIDENCE = 50;
const MAX_CHARACTERS = 1_000;

/** References of a thought as they are parsed, and warnings about what was cut. */
export function parseEvidence(refs: readonly unknown[]): {
  readonly evidence: readonly Evidence[];
  readonly warnings: readonly string[];
} {
  const texts = refs.filter((ref) => typeof ref === "string").map((ref) => ref.toWellFormed().trim());
  const kept = texts.filter((ref) => ref !== "").slice(0, MAX_EVIDENCE);
  const warnings: string[] = [];
  if (texts.length > MAX_EVIDENCE)
    warnings.push(
      `evidence: the first ${MAX_EVIDENCE} references were kept, ${texts.length - MAX_EVIDENCE} were not.`,
    );
  if (kept.some((ref) => ref.length > MAX_CHARACTERS))
    warnings.push(`evidence: references over ${MAX_CHARACTERS} characters were cut.`);
  return {
    evidence: kept.map((ref) => parseReference(ref.slice(0, MAX_CHARACTERS).toWellFormed())),
    warnings,
  };
}

/** Parses one reference: `path:12-30`, `path:12`, `path`, a URL, `cell:nb/cell`, `cmd: npm test => 0`, `#12`. */
export function parseReference(ref: string): Evidence {
  const cited = /^#(\d{1,9})$/.exec(ref);
  if (cited) return { ref, kind: "thought", number: Number(cited[1]) };
  const [, word = "", rest = ""] = /^(cmd|command|cell|file):(.*)$/is.exec(ref) ?? [];
  const scheme = word.toLowerCase();
  if (scheme === "cmd" || scheme === "command") return parseCommand(ref, rest.trim());
  if (scheme === "cell") return parseCell(ref, rest.trim());
  if (scheme === "file") return parseFile(ref, rest.startsWith("//") ? filePath(ref) : rest.trim());
  if (/^[a-z][a-z0-9+.-]{1,30}:\/\//i.test(ref)) return { ref, kind: "url" };
  return parseFile(ref, ref);
}

function parseCommand(ref: string, text: string): Evidence {
  const arrow = text.lastIndexOf("=>");
  const command = (arrow < 0 ? text : text.slice(0, arrow)).trim();
  const code = arrow < 0 ? "" : text.slice(arrow + 2).trim();
  if (command === "") return { ref, kind: "text" };
  return { ref, kind: "command", command, ...(/^-?\d{1,10}$/.test(code) && { exitCode: Number(code) }) };
}

function parseCell(ref: string, text: string): Evidence {
  const slash = text.lastIndexOf("/");
  const [notebook, cell] = [text.slice(0, Math.max(slash, 0)).trim(), text.slice(slash + 1).trim()];
  return notebook === "" || cell === "" ? { ref, kind: "text" } : { ref, kind: "cell", notebook, cell };
}

/** The path of a `file://` URI; empty if it is not a valid one of this machine. */
function filePath(uri: string): string {
  try {
    const { hostname, pathname } = new URL(uri);
    return hostname === "" || hostname === "localhost" ? decodeURIComponent(pathname) : "";
  } catch {
    return "";
  }
}

/** Line numbers after a path: `:12`, `:12-30`, `:12:5`, `:L12-L30`, `#L12-L30`. */
const LINES = /^L?(\d{1,9})(?:[-–]L?(\d{1,9})|:\d{1,9})?$/;

function parseFile(ref: string, text: string): Evidence {
  for (const at of separators(text)) {
    const lines = LINES.exec(text.slice(at + 1));
    if (!lines) continue;
    const ends = [Number(lines[1]), Number(lines[2] ?? lines[1])];
    const path = text.slice(0, at).trim();
    if (!isPath(path) || ends.includes(0)) return { ref, kind: "text" };
    return { ref, kind: "file", path, from: Math.min(...ends), to: Math.max(...ends) };
  }
  return isPath(text) ? { ref, kind: "file", path: text } : { ref, kind: "text" };
}

/** Where line numbers may begin: after the last `#`, or after one of the last two colons. */
function separators(text: string): readonly number[] {
  const last = text.lastIndexOf(":");
  const before = last > 0 ? text.lastIndexOf(":", last - 1) : -1;
  return [text.lastIndexOf("#"), before, last].filter((at) => at > 0);
}

/** Whether a text can be a path: prose and multi-line text cannot. */
function isPath(text: string): boolean {
  if (text === "" || /[\0-\x1f]/.test(text)) return false;
  const words = text.split(" ").length;
  return words === 1 || (words <= 6 && /[./\\]/.test(text) && !/[.!?]$/.test(text));
}
