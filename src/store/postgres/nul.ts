/** PostgreSQL's text holds every character but NUL. Signs that Unicode keeps for a program's own use stand for it. */
const SIGN = "\u{fdd0}";
const SIGN_ITSELF = `${SIGN}\u{fdd1}`;
const NUL = `${SIGN}\u{fdd2}`;

/** A text as it is kept. */
export function escapeNul(text: string): string {
  if (!text.includes("\0") && !text.includes(SIGN)) return text;
  return text.replaceAll(SIGN, SIGN_ITSELF).replaceAll("\0", NUL);
}

/** A kept text as it was; a sign that was cut off from what follows it is left out. */
export function unescapeNul(text: string): string {
  if (!text.includes(SIGN)) return text;
  return text.replace(/\u{fdd0}([\u{fdd1}\u{fdd2}]?)/gu, (_, kind: string) =>
    kind === "" ? "" : kind === "\u{fdd1}" ? SIGN : "\0",
  );
}
