import { readdirSync, readFileSync } from "node:fs";
import type { Source } from "../../src/ledger/index.ts";
import { parseQuestion, type RecallQuestion, type RecallSession, type RecallThought } from "./recall-set.ts";

const folder = new URL("wide/", import.meta.url);
const NOISE_AFTER_THOUGHT = 3;
const NOISE_SESSION = 60;

/**
 * A question of the wide set. Which of the questions marked `*` fail was not looked at while the ranking was tuned; but
 * the synonyms were written by their author, so their figures may be optimistic.
 */
export interface WideQuestion extends RecallQuestion {
  readonly untouched: boolean;
}

/** A session of about 80 thoughts: written ones, and noise about the same matter between them. */
export interface WideSession extends RecallSession {
  readonly source: Source;
  readonly questions: readonly WideQuestion[];
}

/** The wide set: each written session, and two sessions of nothing but noise about the same matter. */
export function wideSessions(): readonly WideSession[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .toSorted()
    .flatMap((name) =>
      readSession(name.slice(0, -".txt".length), readFileSync(new URL(name, folder), "utf8")),
    );
}

function readSession(id: string, text: string): WideSession[] {
  const [head = "", ...rest] = text.split("\n\n");
  const [written = "", noise = "", asked = ""] = rest.join("\n\n").split(/\n*(?:noise|questions)\n/);
  const value = (name: string): string => new RegExp(`^${name}: (.*)$`, "m").exec(head)?.[1] ?? "";
  const noiseLines = noiseOf(noise.split("\n"));
  const { thoughts, seqs } = readThoughts(written.trim().split("\n"), noiseLines);
  const common = {
    project: value("project"),
    tags: value("tags").split(", "),
    field: value("field") as RecallSession["field"],
    set: "held out" as const,
    source: value("source") as Source,
  };
  const questions = asked
    .split("\n")
    .filter((line) => line.includes("|"))
    .map((line): WideQuestion => {
      const question = parseQuestion(line.replace(/^\* /, ""));
      return {
        ...question,
        answers: question.answers.map((number) => seqs[number - 1]!),
        untouched: line.startsWith("* "),
      };
    });
  const only = (part: string): WideSession => ({
    ...common,
    id: `${id}-${part}`,
    title: `${value("title")}, ${part}`,
    thoughts: Array.from({ length: NOISE_SESSION }, () => ({ content: noiseLines() })),
    questions: [],
  });
  return [{ ...common, id, title: value("title"), thoughts, questions }, only("notes"), only("earlier")];
}

/** `. ` starts a thought with noise behind it, `& ` one that directly follows the thought before it. */
function readThoughts(lines: readonly string[], noise: () => string) {
  const thoughts: RecallThought[] = [];
  const seqs: number[] = [];
  for (const [index, line] of lines.entries()) {
    const [, note, content = ""] = /^[.&] (?:\{([^}]*)\} )?(.*)$/.exec(line) ?? [];
    const branch = /^branch (\S+) from (\d+)$/.exec(note ?? "");
    const revision = /^revises (\d+)$/.exec(note ?? "");
    thoughts.push({
      content,
      ...(branch && { branch: branch[1]!, from: seqs[Number(branch[2]) - 1]! }),
      ...(revision && { revises: seqs[Number(revision[1]) - 1]! }),
    });
    seqs.push(thoughts.length);
    if (lines[index + 1]?.startsWith("&") || branch) continue;
    for (let one = 0; one < NOISE_AFTER_THOUGHT; one++) thoughts.push({ content: noise() });
  }
  return { thoughts, seqs };
}

/** The noise lines in turn, each time with other numbers and other choices. */
function noiseOf(lines: readonly string[]): () => string {
  let count = 0;
  return () => {
    const at = count++;
    return lines[(at * 5) % lines.length]!.replaceAll("{n}", String(2 + ((at * 37) % 91))).replace(
      /\[([^\]]*)\]/,
      (_, choices: string) => choices.split("/")[at % 4]!,
    );
  };
}
