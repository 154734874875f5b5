import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { LintNote } from "../../src/ledger/lint/context.ts";

/** A thought of a session as its file says it. `@3` is the third thought of the clean session, `@+1` the first added one. */
export interface Line {
  readonly text: string;
  readonly branch?: string;
  readonly from?: string;
  readonly revises?: string;
  readonly confidence?: number;
  readonly evidence: readonly string[];
  readonly stale: readonly string[];
}

/** A note of a person, delivered at a thought. */
export interface NoteLine {
  readonly at: string;
  readonly state: LintNote["state"];
  readonly text: string;
}

/** Thoughts that are put into a clean session: with a fault that `rule` finds, or with nothing that it should find. */
export interface Insertion {
  readonly kind: "fault" | "trap";
  readonly rule: string;
  readonly after: number;
  /** The session ends after thought number `after` and the added ones; `instead of last` replaces its last thought. */
  readonly ends: boolean;
  readonly steps: readonly Line[];
  readonly notes: readonly NoteLine[];
}

/** A clean session, and what is put into it. */
export interface LintSession {
  readonly name: string;
  readonly title: string;
  /** Sets are reported apart. */
  readonly half: string;
  readonly steps: readonly Line[];
  readonly notes: readonly NoteLine[];
  readonly insertions: readonly Insertion[];
}

/** The half whose scores are the ones to quote: no rule was changed or fitted by it. */
export const FINAL_HALF = "tenth author";
/** Halves that no model is fitted on. CL001 was changed by the first of them. */
const UNFITTED = new Set(["ninth author", FINAL_HALF]);
export const isFitted = ({ half }: Pick<LintSession, "half">): boolean => !UNFITTED.has(half);

const OWN = join(import.meta.dirname, "lint");

/** The sessions in the files of a folder, by name: those that were written for the linter, or others. */
export function lintSessions(folder = OWN): readonly LintSession[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".txt"))
    .toSorted()
    .map((file) => parseSession(file.replace(/\.txt$/, ""), readFileSync(join(folder, file), "utf8")));
}

function parseSession(name: string, text: string): LintSession {
  const lines = text.split("\n");
  const field = (key: string) =>
    lines.find((line) => line.startsWith(`${key}: `))?.slice(key.length + 2) ?? "";
  const steps: Line[] = [];
  const notes: NoteLine[] = [];
  const insertions: (Insertion & { steps: Line[]; notes: NoteLine[] })[] = [];
  for (const [index, line] of lines.entries()) {
    const opened = /^(fault|trap) (CL\d{3}) (?:(after|end) @(\d+)|instead of last)$/.exec(line.trim());
    const note = /^note (@\+?\d+) (\w+): (.*)$/.exec(line);
    const into = insertions.at(-1) ?? { steps, notes };
    if (opened)
      insertions.push({
        kind: opened[1] as Insertion["kind"],
        rule: opened[2]!,
        after: opened[4] === undefined ? steps.length - 1 : Number(opened[4]),
        ends: opened[3] !== "after",
        steps: [],
        notes: [],
      });
    else if (note) into.notes.push({ at: note[1]!, state: note[2] as NoteLine["state"], text: note[3]! });
    else if (line.startsWith("- ")) into.steps.push(parseLine(line.slice(2)));
    else if (steps.length > 0 && line.trim() !== "")
      throw new Error(`${name}, line ${index + 1}: expected "- ", "fault", "trap" or "note", got "${line}".`);
  }
  return {
    name,
    title: field("title"),
    half: field("half") || "given",
    steps,
    notes,
    insertions,
  };
}

function parseLine(line: string): Line {
  const [, given = "", text = line] = /^\{([^}]*)\} (.*)$/.exec(line) ?? [];
  const fields = given.split("; ").map((field) => {
    const at = field.indexOf("=");
    return [field.slice(0, at), field.slice(at + 1)] as const;
  });
  const all = (key: string) => fields.filter(([name]) => name === key).map(([, value]) => value);
  const [[branch], [from], [revises], [confidence]] = [all("branch"), all("from"), all("rev"), all("c")];
  return {
    text: text.replaceAll("\\n", "\n"),
    ...(branch !== undefined && { branch }),
    ...(from !== undefined && { from }),
    ...(revises !== undefined && { revises }),
    ...(confidence !== undefined && { confidence: Number(confidence) }),
    evidence: [...all("ev"), ...all("stale")],
    stale: all("stale"),
  };
}
