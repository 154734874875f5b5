/** PostgreSQL text cannot contain NUL. It is escaped with Unicode noncharacters, which are reserved for internal use. */
const ESCAPE = "\u{fdd0}";
const ESCAPED_ESCAPE = `${ESCAPE}\u{fdd1}`;
const NUL = `${ESCAPE}\u{fdd2}`;

/** Escapes a text for storage. */
export function escapeNul(text: string): string {
  if (!text.includes("\0") && !text.includes(ESCAPE)) return text;
  return text.replaceAll(ESCAPE, ESCAPED_ESCAPE).replaceAll("\0", NUL);
}

/** Restores a stored text. Drops an escape character at the end of a truncated text. */
export function unescapeNul(text: string): string {
  if (!text.includes(ESCAPE)) return text;
  return text.replace(/\u{fdd0}([\u{fdd1}\u{fdd2}]?)/gu, (_, kind: string) =>
    kind === "" ? "" : kind === "\u{fdd1}" ? ESCAPE : "\0",
  );
}
