import * as z from "zod";
import { Tag } from "./tags.ts";

/** A way to think through a problem: a parsed Markdown file of `catalogue/`. */
export const MentalModel = z.object({
  name: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
  title: z.string().min(1),
  tags: z.array(Tag).min(1).readonly(),
  description: z.string().min(1).max(100),
  /** The Markdown below the front matter. */
  content: z.string().min(1),
  steps: z
    .array(z.object({ title: z.string().min(1), text: z.string().min(1) }))
    .min(1)
    .readonly(),
});
export type MentalModel = z.infer<typeof MentalModel>;

/** The sections that every mental model has, in this order. */
const SECTIONS = ["When to use it", "Steps", "Worked example", "Pitfalls", "In the ledger"] as const;

/** Parses the file of a mental model: front matter, then the five sections. Throws when the file is malformed. */
export function parseMentalModel(text: string): MentalModel {
  const [, front, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(text.replaceAll("\r\n", "\n")) ?? [];
  if (front === undefined || body === undefined) throw new Error("A mental model starts with front matter.");
  const { name = "", title, tags = "", description, ...others } = frontMatter(front);
  const fault = (what: string) => new Error(`The mental model '${name}' ${what}.`);
  if (Object.keys(others).length > 0) throw fault(`has unknown front matter: ${Object.keys(others)}`);
  const sections = sectionsOf(body);
  if (sections.map(({ heading }) => heading).join() !== SECTIONS.join())
    throw fault(`needs exactly the sections ${SECTIONS.join(", ")}, in this order`);
  const empty = sections.find((section) => section.text === "");
  if (empty) throw fault(`has nothing under ${empty.heading}`);
  const steps = stepsOf(sections[1]!.text);
  if (steps === undefined) throw fault("needs steps of the form `1. **Title.** Text`, numbered from 1");
  const list = /^\[(.*)\]$/.exec(tags)?.[1]?.split(",") ?? [];
  const parsed = MentalModel.safeParse({
    name,
    title,
    tags: list.map((tag) => tag.trim()),
    description,
    content: body.trim(),
    steps,
  });
  if (!parsed.success) throw fault(`is malformed: ${parsed.error.message}`);
  return parsed.data;
}

/** A part of a Markdown text under a second-level heading. */
export interface Section {
  readonly heading: string;
  readonly text: string;
}

/** The sections of a Markdown text; headings inside fenced code are code. */
export function sectionsOf(markdown: string): readonly Section[] {
  const sections: { heading: string; lines: string[] }[] = [];
  let isCode = false;
  for (const line of markdown.split("\n")) {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    const heading = isCode ? undefined : /^## (.+)$/.exec(line)?.[1];
    if (heading !== undefined) sections.push({ heading: heading.trim(), lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ heading, lines }) => ({ heading, text: lines.join("\n").trim() }));
}

function frontMatter(text: string): Partial<Record<string, string>> {
  return Object.fromEntries(
    text.split("\n").map((line) => {
      const [, key, value] = /^([a-z]+):([\s\S]*)$/.exec(line) ?? [];
      if (key === undefined) throw new Error(`Front matter must be lines of 'key: value', got '${line}'.`);
      return [key, value!.trim()];
    }),
  );
}

function stepsOf(text: string): MentalModel["steps"] | undefined {
  const steps = text.split(/^(?=\d{1,3}\. )/m).map((item) => {
    const [, number, title, rest] = /^(\d+)\. \*\*(.+?)\.?\*\*\s*(.+)$/s.exec(item.trim()) ?? [];
    return { number: Number(number), title: title ?? "", text: (rest ?? "").replace(/\s+/g, " ").trim() };
  });
  if (steps.some(({ number }, index) => number !== index + 1)) return undefined;
  return steps.map(({ number: _, ...step }) => step);
}
