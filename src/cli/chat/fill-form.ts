import type { Answered, Question } from "../../host/index.ts";
import { line, paragraph } from "../table.ts";
import { type FieldSchema, type FieldValue, fieldPrompt, isFlat, readField } from "./form-field.ts";

/** Who is asked, and where what they should know is shown. */
export interface FormDesk {
  readonly ask: (question: string, signal: AbortSignal) => Promise<string | undefined>;
  readonly out: (text: string) => void;
}

const DECLINE = "/no";

/** Has a person answer a server's question: a flat form field by field, or a page to visit. */
export async function fillForm(question: Question, signal: AbortSignal, desk: FormDesk): Promise<Answered> {
  const { server, message, url } = question;
  desk.out(`${line(server, 64)} asks: ${paragraph(message)}\n`);
  if (url !== undefined) {
    desk.out(`  ${line(url)}\n`);
    return consent("have you been to this page, and done what it asks? [y]es / [n]o ", signal, desk);
  }
  const { properties = {}, required = [] } = (question.schema ?? {}) as Form;
  const fields = Object.entries(properties);
  if (fields.length === 0) return consent("[y]es / [n]o ", signal, desk);
  const strange = fields.find(([, schema]) => !isFlat(schema));
  if (strange) {
    desk.out(`  declined: '${line(strange[0], 64)}' cannot be filled in here.\n`);
    return { action: "decline" };
  }
  desk.out(`  (${DECLINE} declines)\n`);
  const content: Record<string, FieldValue> = {};
  for (const [name, schema] of fields) {
    const filled = await fill(name, schema, required.includes(name), signal, desk);
    if (typeof filled === "string") return { action: filled };
    if (filled.value !== undefined) content[name] = filled.value;
  }
  return { action: "accept", content };
}

interface Form {
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

async function fill(
  name: string,
  schema: FieldSchema,
  required: boolean,
  signal: AbortSignal,
  { ask, out }: FormDesk,
): Promise<"cancel" | "decline" | { readonly value: FieldValue | undefined }> {
  for (;;) {
    const given = await ask(fieldPrompt(name, schema, required), signal);
    if (given === undefined) return "cancel";
    if (given.trim() === DECLINE) return "decline";
    if (given.trim() === "" && schema.default !== undefined) return { value: schema.default as FieldValue };
    if (given.trim() === "" && !required) return { value: undefined };
    const read = given.trim() === "" ? { problem: "this is needed" } : readField(schema, given);
    if ("value" in read) return read;
    out(`  ${line(read.problem, 400)}\n`);
  }
}

async function consent(question: string, signal: AbortSignal, { ask }: FormDesk): Promise<Answered> {
  for (;;) {
    const given = (await ask(question, signal))?.trim().toLowerCase();
    if (given === undefined) return { action: "cancel" };
    if (given === "y" || given === "yes") return { action: "accept", content: {} };
    if (given === "n" || given === "no" || given === DECLINE) return { action: "decline" };
  }
}
