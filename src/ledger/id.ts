import { createHash, randomUUID } from "node:crypto";

/** A time-ordered unique id (UUID version 7), with the random part of `random`, a UUID version 4. */
export function timeOrderedId(now: number, random: string = randomUUID()): string {
  const time = now.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}

// Windows reserves these file names with any extension, so exports of such a session could not be written there.
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Whether an id can be used unchanged in a URL and as a file name on every system. */
export function isSafeId(id: string): boolean {
  return (
    /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/.test(id) &&
    !id.endsWith(".") &&
    !id.includes("..") &&
    !RESERVED.test(id)
  );
}

/** The session id for a handle: itself if safe, else a slug with a hash, always the same for the same text. */
export function sessionIdFor(handle: string): string {
  if (isSafeId(handle)) return handle;
  const hash = createHash("sha256").update(handle.toWellFormed()).digest("hex").slice(0, 12);
  return `${slug(handle) || "session"}-${hash}`;
}

/** A readable session id from a title and the day, for example `investigate-memory-leak-2026-11-15`. */
export function slugFor(title: string, now: number): string {
  return `${slug(title) || "session"}-${new Date(now).toISOString().slice(0, 10)}`;
}

/** An id for a session without a title. It contains no words of its thoughts: they can be redacted, the id cannot. */
export function untitledId(now: number, random: number = Math.random()): string {
  return `${slugFor("", now)}-${String(Math.floor(random * 1_000_000)).padStart(6, "0")}`;
}

/** The id for the nth attempt to use `base`: `base-2`, `base-3`… */
export function numbered(base: string, attempt: number): string {
  return attempt <= 1 ? base : `${base}-${attempt}`;
}

/** Lowercase ASCII words with hyphens, at most 48 characters; empty if the text has none. */
export function slug(text: string): string {
  const plain = text
    .slice(0, 400)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  if (plain.length <= 48) return plain;
  const cut = plain.slice(0, 48);
  return cut.slice(0, Math.max(cut.lastIndexOf("-"), 24)).replace(/-$/, "");
}

/** A title from the first words of a thought. */
export function titleFrom(thought: string): string {
  const line = oneLine(thought.trim().split(/[\r\n]/, 1)[0]!);
  const characters = [...line.slice(0, 200)];
  if (characters.length <= 60) return line === "" ? "Untitled" : characters.join("");
  const cut = characters.slice(0, 60).join("");
  const space = cut.lastIndexOf(" ");
  return `${cut.slice(0, space > 30 ? space : cut.length).trimEnd()}…`;
}

/**
 * A text on one line, without control and invisible characters except joiners, cut to `most`
 * characters.
 */
export function oneLine(text: string, most = 200): string {
  const flat = text
    .slice(0, most * 4)
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]{1,99}/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const characters = [...flat].slice(0, most).join("").toWellFormed();
  return /[^\u200c\u200d]/.test(characters) ? characters : "";
}
