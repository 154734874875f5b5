import type { Source } from "../../src/ledger/index.ts";

/** One thought of a session that questions are asked about. */
export interface RecallThought {
  readonly content: string;
  readonly branch?: string;
  readonly from?: number;
  readonly revises?: number;
}

/** A question, the numbers of the thoughts that answer it, and the filters it is asked with. */
export interface RecallQuestion {
  readonly class: string;
  readonly text: string;
  readonly answers: readonly number[];
  readonly filter: Readonly<Record<string, string | readonly string[]>>;
}

export interface RecallSession {
  readonly id: string;
  readonly title: string;
  readonly project: string;
  readonly tags: readonly string[];
  readonly field: "software" | "other";
  readonly set: "development" | "held out";
  readonly source?: Source;
  readonly thoughts: readonly RecallThought[];
  readonly questions: readonly RecallQuestion[];
}

/** Reads a session: `name: value` lines, then numbered thoughts, then `class | question {filters} | answers`. */
export function parseSession(id: string, text: string): RecallSession {
  const lines = text.split("\n");
  const head = new Map(
    lines.slice(0, 5).map((line) => {
      const at = line.indexOf(": ");
      return [line.slice(0, at), line.slice(at + 2)];
    }),
  );
  const value = (name: string): string => head.get(name) ?? fail(id, `has no ${name}`);
  const questions = lines.slice(lines.indexOf("questions") + 1).filter((line) => line.includes("|"));
  return {
    id,
    title: value("title"),
    project: value("project"),
    tags: value("tags").split(", "),
    field: value("field") as RecallSession["field"],
    set: value("set") as RecallSession["set"],
    thoughts: lines
      .filter((line) => /^\d+\. /.test(line))
      .map((line) => thoughtOf(line.replace(/^\d+\. /, ""))),
    questions: questions.map(parseQuestion),
  };
}

function thoughtOf(line: string): RecallThought {
  const note = /^\{([^}]*)\} /.exec(line);
  const content = note ? line.slice(note[0].length) : line;
  const branch = /^branch (\S+) from (\d+)$/.exec(note?.[1] ?? "");
  const revision = /^revises (\d+)$/.exec(note?.[1] ?? "");
  return {
    content,
    ...(branch && { branch: branch[1]!, from: Number(branch[2]) }),
    ...(revision && { revises: Number(revision[1]) }),
  };
}

/** Reads `class | question {filters} | answers`. */
export function parseQuestion(line: string): RecallQuestion {
  const [kind = "", asked = "", answers = ""] = line.split("|").map((part) => part.trim());
  const filter: Record<string, string | string[]> = {};
  const note = /\{([^}]*)\}$/.exec(asked);
  for (const part of note?.[1]?.split(", ") ?? []) {
    const [name = "", ...rest] = part.split(" ");
    filter[name] = name === "tags" ? rest : rest.join(" ");
  }
  return {
    class: kind,
    text: asked.replace(/\s*\{[^}]*\}$/, ""),
    answers: answers.split(",").map(Number),
    filter,
  };
}

function fail(id: string, problem: string): never {
  throw new Error(`the session ${id} ${problem}`);
}
