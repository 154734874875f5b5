import { isSecretField, REDACTED, redactText, withoutSecrets } from "../ledger/index.ts";
import type { Cell } from "./cell.ts";
import { errorFrame } from "./kernel/error-frame.ts";
import type { Notebook } from "./notebook.ts";
import { jsonOf, type Output } from "./output.ts";

/** Replaces everything in a notebook that looks like a secret; other text stays the same. */
export function redactNotebook<T extends Notebook>(notebook: T): T {
  const { title, packageJson, tsconfig, cells } = notebook;
  return {
    ...notebook,
    title: redactText(title),
    cells: cells.map(redactCell),
    ...(packageJson !== undefined && { packageJson: redactJson("application/json", packageJson) }),
    ...(tsconfig !== undefined && { tsconfig: redactJson("application/json", tsconfig) }),
  };
}

/** One redacted cell: its text and its file name. */
export function redactCell<T extends Cell>(cell: T): T {
  const content = redactText(cell.content);
  return cell.kind === "code"
    ? { ...cell, content, filename: redactText(cell.filename) }
    : { ...cell, content };
}

/** The redacted outputs of a cell. `cell` is the one before redaction. */
export function redactOutput(output: Output, cell: Cell): Output {
  switch (output.type) {
    case "stream":
      return { ...output, text: redactText(output.text) };
    case "error": {
      const { name, message, frame } = output;
      const shown = { ...output, name: redactText(name), message: redactText(message) };
      return frame === undefined ? shown : { ...shown, frame: redactFrame(frame, cell) };
    }
    case "display":
      return { ...output, data: redactBundle(output.data) };
  }
}

/**
 * A code frame shows parts of lines, perhaps half a secret: if the cell has one, the frame is built again from the
 * redacted text.
 */
function redactFrame(frame: string, { content }: Cell): string {
  const safe = redactText(content);
  if (safe === content) return redactText(frame);
  const line = Number(/^> +(\d{1,9}) \|/m.exec(frame)?.[1]);
  return lineCount(safe) === lineCount(content) ? errorFrame(safe, line) : REDACTED;
}

function lineCount(text: string): number {
  return text.split(/\r\n|[\n\r\u2028\u2029]/).length;
}

/**
 * All texts of a bundle show one value: what a field's name marks as a secret in its JSON is redacted in the others
 * too.
 */
function redactBundle(data: Readonly<Record<string, string>>): Record<string, string> {
  const secrets = new Set(Object.entries(data).flatMap(([mime, text]) => secretsIn(jsonOf(mime, text))));
  const redacted = ([mime, text]: readonly [string, string]) =>
    jsonOf(mime, text) === undefined ? without(secrets, redactText(text)) : redactJson(mime, text);
  return Object.fromEntries(Object.entries(data).map((entry) => [redactText(entry[0]), redacted(entry)]));
}

/** Above this many characters to compare, a text is replaced completely: a cell may show any number of secrets. */
const MOST_COMPARED = 8_000_000;

function without(secrets: ReadonlySet<string>, text: string): string {
  if (secrets.size * text.length > MOST_COMPARED) return REDACTED;
  return [...secrets].reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text);
}

/** The texts in fields whose names mark secrets. Shorter ones would match inside other words. */
function secretsIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    isSecretField(name, inner) ? textsIn(inner) : secretsIn(inner),
  );
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return value.length >= 4 && value !== REDACTED ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** JSON stays JSON, and fields are redacted by name too. It is serialized again only if redacting the text is not enough. */
function redactJson(mime: string, text: string): string {
  const value = jsonOf(mime, text);
  const plain = redactText(text);
  if (value === undefined) return plain;
  const safe = JSON.stringify(withoutSecrets(value));
  return JSON.stringify(jsonOf(mime, plain)) === safe ? plain : safe;
}
