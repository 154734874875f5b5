/** A text. */
export interface TextContent {
  readonly type: "text";
  readonly text: string;
}

/** A picture or a sound, in base64. */
export interface MediaContent {
  readonly type: "image" | "audio";
  readonly data: string;
  readonly mimeType: string;
}

/** A resource that came along: its text, or its bytes in base64. */
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

/** One part of what a server says. */
export type Content = TextContent | MediaContent | ResourceContent | LinkContent;

/** What came of a call; a call never throws. */
export interface ToolOutcome {
  readonly content: readonly Content[];
  /** The answer as a value, from tools that give one. */
  readonly structured?: unknown;
  readonly isError: boolean;
}

/** An outcome that says why there is none. */
export function failedOutcome(text: string): ToolOutcome {
  return { content: [{ type: "text", text }], isError: true };
}

/** The outcome with no more than so many letters: texts are cut, other parts left out, and a note says so. */
export function cutOutcome(outcome: ToolOutcome, letters: number): ToolOutcome {
  const whole = outcome.content.reduce((sum, part) => sum + lengthOf(part), 0);
  const structured = outcome.structured === undefined ? 0 : JSON.stringify(outcome.structured).length;
  if (whole <= letters && structured <= letters) return outcome;

  let left = letters;
  const content: Content[] = [];
  for (const part of outcome.content) {
    const length = lengthOf(part);
    if (length <= left) content.push(part);
    else if (part.type === "text" || (part.type === "resource" && part.text !== undefined))
      content.push({ ...part, text: firstLetters(part.text!, left) });
    left = Math.max(0, left - length);
  }
  const dropped = structured > letters;
  content.push({ type: "text", text: note(whole, letters, dropped) });
  const { structured: value, ...rest } = outcome;
  return { ...rest, content, ...(value !== undefined && !dropped && { structured: value }) };
}

function note(whole: number, letters: number, dropped: boolean): string {
  const said = whole > letters ? `The answer has ${whole} letters; the first ${letters} are above. ` : "";
  return `[${said}${dropped ? "Its structured value is too large and was left out. " : ""}Ask for less at once.]`;
}

function lengthOf(part: Content): number {
  if (part.type === "text") return part.text.length;
  if (part.type === "link") return part.uri.length;
  return part.type === "resource" ? (part.text ?? part.data ?? "").length : part.data.length;
}

/** Half a pair of surrogates is no text. */
function firstLetters(text: string, letters: number): string {
  return text.slice(0, letters).replace(/[\ud800-\udbff]$/, "");
}
