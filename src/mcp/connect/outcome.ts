export interface TextContent {
  readonly type: "text";
  readonly text: string;
}

/** An image or audio in base64. */
export interface MediaContent {
  readonly type: "image" | "audio";
  readonly data: string;
  readonly mimeType: string;
}

/** An embedded resource: its text, or its bytes in base64. */
export interface ResourceContent {
  readonly type: "resource";
  readonly uri: string;
  readonly mimeType?: string | undefined;
  readonly text?: string | undefined;
  readonly data?: string | undefined;
}

/** A resource that can be read from the same server. */
export interface LinkContent {
  readonly type: "link";
  readonly uri: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
}

/** One part of an answer. */
export type Content = TextContent | MediaContent | ResourceContent | LinkContent;

/** The outcome of a call. */
export interface ToolOutcome {
  readonly content: readonly Content[];
  /** The structured value, from tools that return one. */
  readonly structured?: unknown;
  readonly isError: boolean;
}

/** An outcome that explains a failure. */
export function failedOutcome(text: string): ToolOutcome {
  return { content: [{ type: "text", text }], isError: true };
}

/** Limits the characters of an outcome: texts are cut, other parts dropped, and a note says so. */
export function cutOutcome(outcome: ToolOutcome, characters: number): ToolOutcome {
  const whole = outcome.content.reduce((sum, part) => sum + lengthOf(part), 0);
  const structured = outcome.structured === undefined ? 0 : JSON.stringify(outcome.structured).length;
  if (whole <= characters && structured <= characters) return outcome;

  let left = characters;
  const content: Content[] = [];
  for (const part of outcome.content) {
    const length = lengthOf(part);
    if (length <= left) content.push(part);
    else if (part.type === "text" || (part.type === "resource" && part.text !== undefined))
      content.push({ ...part, text: firstCharacters(part.text!, left) });
    left = Math.max(0, left - length);
  }
  const dropped = structured > characters;
  content.push({ type: "text", text: note(whole, characters, dropped) });
  const { structured: value, ...rest } = outcome;
  return { ...rest, content, ...(value !== undefined && !dropped && { structured: value }) };
}

function note(whole: number, characters: number, dropped: boolean): string {
  const cut =
    whole > characters ? `The answer has ${whole} characters; the first ${characters} are above. ` : "";
  return `[${cut}${dropped ? "Its structured value is too large and was left out. " : ""}Ask for less at once.]`;
}

function lengthOf(part: Content): number {
  if (part.type === "text") return part.text.length;
  if (part.type === "link") return part.uri.length;
  return part.type === "resource" ? (part.text ?? part.data ?? "").length : part.data.length;
}

/** Never cuts a surrogate pair in half. */
function firstCharacters(text: string, characters: number): string {
  return text.slice(0, characters).replace(/[\ud800-\udbff]$/, "");
}
