import type { Answered, Question } from "../../host/index.ts";
import { line } from "../table.ts";
import { foreignName, foreignText } from "./foreign-text.ts";
import { type FieldSchema, type FieldValue, fieldNotes, isFlat, readField } from "./form-field.ts";

/** Asks the user and shows text. */
export interface FormPrompter {
  readonly ask: (question: string, signal: AbortSignal) => Promise<string | undefined>;
  readonly out: (text: string) => void;
  /** Columns of the terminal. */
  readonly width: () => number;
}

const DECLINE = "/no";

/**
 * Lets the user answer a server's question: a flat form field by field, or a page to visit. Clew always names the server
 * and marks the server's text, so that it cannot be mistaken for a question of Clew or of another server.
 */
export async function fillForm(
  question: Question,
  signal: AbortSignal,
  prompter: FormPrompter,
): Promise<Answered> {
  const { message, url } = question;
  const server = `the server '${line(question.server, 64)}'`;
  const quote = (text: string) => prompter.out(foreignText(text, prompter.width()));
  prompter.out(`${server} asks you something. Text behind a bar is the server's, not Clew's:\n`);
  quote(message);
  if (url !== undefined) {
    if (!/^https?:\/\//i.test(url)) {
      prompter.out("  declined: it asks you to visit something that is not a web page.\n");
      return { action: "decline" };
    }
    prompter.out("  it asks you to visit this page:\n");
    quote(url);
    return consent(
      `have you visited the page of ${server} and done what it asks? [y]es / [n]o `,
      signal,
      prompter,
    );
  }
  const { properties = {}, required = [] } = (question.schema ?? {}) as Form;
  const fields = Object.entries(properties);
  if (fields.length === 0) return consent(`your answer to ${server}: [y]es / [n]o `, signal, prompter);
  const strange = fields.find(([, schema]) => !isFlat(schema));
  if (strange) {
    prompter.out(`  declined: '${foreignName(strange[0])}' cannot be filled in here.\n`);
    return { action: "decline" };
  }
  prompter.out(`  (${DECLINE} declines)\n`);
  const content: [string, FieldValue][] = [];
  for (const [name, schema] of fields) {
    quote(fieldNotes(name, schema, required.includes(name)));
    const prompt = `  ${foreignName(name)}, for ${server}: `;
    const filled = await fill(prompt, schema, required.includes(name), signal, prompter);
    if (typeof filled === "string") return { action: filled };
    if (filled.value !== undefined) content.push([name, filled.value]);
  }
  return { action: "accept", content: Object.fromEntries(content) };
}

interface Form {
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

async function fill(
  prompt: string,
  schema: FieldSchema,
  required: boolean,
  signal: AbortSignal,
  { ask, out, width }: FormPrompter,
): Promise<"cancel" | "decline" | { readonly value: FieldValue | undefined }> {
  for (;;) {
    const given = await ask(prompt, signal);
    if (given === undefined) return "cancel";
    if (given.trim() === DECLINE) return "decline";
    if (given.trim() === "" && schema.default !== undefined) return { value: schema.default as FieldValue };
    if (given.trim() === "" && !required) return { value: undefined };
    const read = given.trim() === "" ? { problem: "this field is required" } : readField(schema, given);
    if ("value" in read) return read;
    // The message may contain values from the server.
    out(foreignText(read.problem, width()));
  }
}

async function consent(question: string, signal: AbortSignal, { ask }: FormPrompter): Promise<Answered> {
  for (;;) {
    const given = (await ask(question, signal))?.trim().toLowerCase();
    if (given === undefined) return { action: "cancel" };
    if (given === "y" || given === "yes") return { action: "accept", content: {} };
    if (given === "n" || given === "no" || given === DECLINE) return { action: "decline" };
  }
}
