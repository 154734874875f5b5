import { readdirSync, readFileSync } from "node:fs";
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
  /** The session ends after thought number `after` and the added ones. */
  readonly ends: boolean;
  readonly steps: readonly Line[];
  readonly notes: readonly NoteLine[];
}

/** A clean session, and what is put into it. */
export interface LintSession {
  readonly name: string;
  readonly title: string;
  readonly half: "tuning" | "held-out";
  readonly steps: readonly Line[];
  readonly notes: readonly NoteLine[];
  readonly insertions: readonly Insertion[];
}

const folder = new URL("lint/", import.meta.url);

/** The sessions that were written for the linter, by name. */
export function lintSessions(): readonly LintSession[] {
  return readdirSync(folder)
    .toSorted()
    .map((file) => parseSession(file.replace(/\.txt$/, ""), readFileSync(new URL(file, folder), "utf8")));
}

function parseSession(name: string, text: string): LintSession {
  const lines = text.split("\n");
  const field = (key: string) =>
    lines.find((line) => line.startsWith(`${key}: `))?.slice(key.length + 2) ?? "";
  const steps: Line[] = [];
  const notes: NoteLine[] = [];
  const insertions: (Insertion & { steps: Line[]; notes: NoteLine[] })[] = [];
  for (const line of lines) {
    const opened = /^(fault|trap) (CL\d{3}) (after|end) @(\d+)$/.exec(line);
    const note = /^note (@\d+) (\w+): (.*)$/.exec(line);
    const into = insertions.at(-1) ?? { steps, notes };
    if (opened)
      insertions.push({
        kind: opened[1] as Insertion["kind"],
        rule: opened[2]!,
        after: Number(opened[4]),
        ends: opened[3] === "end",
        steps: [],
        notes: [],
      });
    else if (note) into.notes.push({ at: note[1]!, state: note[2] as NoteLine["state"], text: note[3]! });
    else if (line.startsWith("- ")) into.steps.push(parseLine(line.slice(2)));
  }
  return {
    name,
    title: field("title"),
    half: field("half") as LintSession["half"],
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
