import { readdirSync, readFileSync } from "node:fs";
import type { BranchFate, FactKind, Session, Thought } from "../../src/ledger/index.ts";

/** How a planted fact is worded. */
export type Wording =
  | "cue"
  | "plain"
  | "statement"
  | "terse"
  | "negation"
  | "split"
  | "list"
  | "option"
  | "passive"
  | "reversal"
  | "idiom";

/** A fact that the text of a session states: a brief has it if one of its lines contains all of `keys`. */
export interface Planted {
  readonly kind: FactKind | "goal";
  readonly wording: Wording;
  readonly keys: readonly string[];
  /** `seq` of the thought that states it. */
  readonly seq: number;
}

/** Words that must not appear under a kind: a hypothesis, a quotation or a negation. */
export interface Trap {
  readonly kind: FactKind;
  readonly wording: string;
  readonly key: string;
}

const SETS = ["sessions", "voices", "prose", "outside"] as const;
export type DevSet = (typeof SETS)[number];

/** A session of the development set. */
export interface DevSession {
  readonly name: string;
  readonly field: string;
  /** Reported apart. Some phrases were added after its failures had been read, so its results are optimistic. */
  readonly heldOut: boolean;
  /**
   * `sessions`: the first ones. `voices`: other authors' manners, and half of them never looked at while tuning.
   * `prose`: no thought repeats another, so that nothing but its content tells a fact from the work around it.
   * `outside`: the same, by authors who never saw the extractor. Nothing was fitted on ten of them.
   */
  readonly set: DevSet;
  readonly session: Session;
  readonly thoughts: readonly Thought[];
  readonly facts: readonly Planted[];
  readonly traps: readonly Trap[];
  readonly fates: ReadonlyMap<string, BranchFate>;
}

const asides = readFileSync(new URL("asides.txt", import.meta.url), "utf8")
  .trim()
  .split("\n");
const heldOut = new Set(["mobile", "tenancy", "contract", "newts", "hiring", "iceland"]);
/** Sessions that nothing is fitted on: the final check. */
export const UNTOUCHED: ReadonlySet<string> = new Set(
  (
    "thumbnails push letters bistro payflow ward-move " +
    "bundler-move clipd-leak drawing-permissions night-of-the-reaper care-home cycle-route museum peptide"
  ).split(" "),
);

/** The sessions of the development set, by name. */
export function devSessions(): readonly DevSession[] {
  return SETS.flatMap((set) => sessionsIn(new URL(`${set}/`, import.meta.url), set));
}

/** The sessions of a folder, by name. */
export function sessionsIn(folder: URL, set: DevSet): readonly DevSession[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .toSorted()
    .map((name) => read(name.slice(0, -".txt".length), readFileSync(new URL(name, folder), "utf8"), set));
}

function read(name: string, text: string, set: DevSet): DevSession {
  const [head = "", body = ""] = text.split("\nend\n");
  const [header = "", noise = ""] = head.split("\nnoise\n");
  const field = (key: string) => new RegExp(`^${key}: (.*)$`, "m").exec(header)?.[1] ?? "";
  const fates = [...header.matchAll(/^fate (\S+) (won|dropped|open|left)$/gm)];
  const session: Session = {
    id: name,
    title: field("title"),
    project: "_default",
    tags: [],
    mode: "chain",
    status: "active",
    stage: 0,
    createdAt: "2026-01-05T08:00:00.000Z",
    updatedAt: "2026-01-05T17:00:00.000Z",
    metadata: {},
  };
  const reader = readThoughts(session.id, noise.split("\n").filter(Boolean), set === "sessions");
  for (const block of body.split(/\n\n+/)) reader.block(block.trim());
  return {
    name,
    field: field("field"),
    heldOut: heldOut.has(name) || UNTOUCHED.has(name),
    set,
    session,
    fates: new Map(
      fates.map(([, branch, fate]) => [branch!, (fate === "left" ? "open" : fate) as BranchFate]),
    ),
    ...reader.found,
  };
}

/**
 * A block is one thought, `[branch]` or `[branch<fork]` in front of it. `~ 3` stands for three thoughts of noise;
 * `= kind wording: key | key` under a thought is a fact, `! kind wording: key` a trap.
 */
function readThoughts(sessionId: string, noise: readonly string[], isPadded: boolean) {
  const thoughts: Thought[] = [];
  const facts: Planted[] = [];
  const traps: Trap[] = [];
  const last = new Map<string, number>();
  let noisy = 0;
  let spoken = 0;

  /** A sentence without facts that fits anywhere. */
  function aside(): string {
    return asides[(spoken++ * 7 + sessionId.length * 3) % asides.length]!;
  }

  function add(content: string, branchId?: string, branchFrom?: number): void {
    const seq = thoughts.length + 1;
    const number = (last.get(branchId ?? "") ?? branchFrom ?? 0) + 1;
    last.set(branchId ?? "", number);
    thoughts.push({
      id: `${sessionId}-${seq}`,
      sessionId,
      seq,
      number,
      total: number,
      content,
      ...(branchId === undefined ? {} : { branchId }),
      ...(branchFrom === undefined ? {} : { branchFrom }),
      isRevision: false,
      nextThoughtNeeded: true,
      mode: "chain",
      source: "thoughtbox",
      metadata: {},
      createdAt: "2026-01-05T08:00:00.000Z",
    });
  }

  /** Most facts are among sentences without facts. */
  function pad(content: string): string {
    if (!isPadded) return content;
    const way = spoken % 4;
    if (way === 0) return content;
    return way === 1
      ? `${aside()} ${content}`
      : way === 2
        ? `${content} ${aside()}`
        : `${aside()} ${content} ${aside()}`;
  }

  function addNoise(count: number): void {
    for (let one = 0; one < count; one++) {
      const at = noisy++;
      const pick = (step: number) => noise[(at * step + Math.floor(at / noise.length)) % noise.length] ?? "";
      const lines = isPadded
        ? [pick(1), aside(), ...(at % 2 === 0 ? [pick(5), aside()] : [aside()])]
        : [pick(1), ...(at % 3 === 0 ? [] : [pick(7)]), ...(at % 3 === 2 ? [pick(3)] : [])];
      const number = String((at * 37) % 91);
      add([...new Set(lines)].join(" ").replaceAll("{n}", number).replaceAll("\\n", "\n"));
    }
  }

  return {
    found: { thoughts, facts, traps },
    block(block: string): void {
      if (/^~ \d+$/.test(block)) {
        addNoise(Number(block.slice(2)));
        return;
      }
      const lines = block.split("\n");
      const content = lines.filter((line) => !/^[=!] /.test(line)).join("\n");
      const [, branch, fork, rest] = /^\[([a-z-]+)(?:<(\d+))?\] (.*)$/s.exec(content) ?? [];
      const own = rest ?? content;
      const padded = own.includes("\n") || thoughts.length === 0 ? own : pad(own);
      if (content !== "")
        add(padded.replaceAll("\\n", "\n"), branch, fork === undefined ? undefined : Number(fork));
      for (const line of lines) {
        const [, mark, kind, wording, keys = ""] = /^([=!]) (\S+) (\S+): (.*)$/.exec(line) ?? [];
        if (mark === "=")
          facts.push({
            kind: kind as Planted["kind"],
            wording: wording as Wording,
            keys: keys.split("|").map((key) => key.trim().toLowerCase()),
            seq: thoughts.length,
          });
        if (mark === "!") traps.push({ kind: kind as FactKind, wording: wording!, key: keys.toLowerCase() });
      }
    },
  };
}
