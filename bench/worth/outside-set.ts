import { readdirSync, readFileSync } from "node:fs";
import { readQuestions } from "./prose-set.ts";
import type { RecallSession, RecallThought } from "./recall-set.ts";

const folder = new URL("outside/", import.meta.url);

/** The sessions of several authors, each with questions by the same author, who knew neither the search nor its thesaurus. */
export function outsideSessions(): readonly RecallSession[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".questions"))
    .toSorted()
    .map((file, index) => {
      const name = file.slice(0, -".questions".length);
      const text = readFileSync(new URL(`${name}.txt`, folder), "utf8");
      const [head = "", body = ""] = text.split("\nend\n");
      const thoughts = body.trim().split(/\n\n+/).map(readThought);
      return {
        id: name,
        title: /^title: (.*)$/m.exec(head)?.[1] ?? "",
        project: `outside-${index + 1}`,
        tags: [],
        field: /^field: (.*)$/m.exec(head)?.[1] === "software" ? "software" : "other",
        set: "held out",
        thoughts,
        questions: readQuestions(readFileSync(new URL(file, folder), "utf8"), name, thoughts),
      };
    });
}

/** A block is one thought: `[branch<fork] text`, followed by lines about its facts. */
function readThought(block: string): RecallThought {
  const text = block
    .split("\n")
    .filter((line) => !/^[=!] /.test(line))
    .join("\n");
  const [, branch, from, rest] = /^\[([a-z0-9-]+)(?:<(\d+))?\] (.*)$/s.exec(text) ?? [];
  return {
    content: (rest ?? text).replaceAll("\\n", "\n"),
    ...(branch !== undefined && { branch }),
    ...(from !== undefined && { from: Number(from) }),
  };
}
