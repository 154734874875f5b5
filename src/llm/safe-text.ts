const LONGEST = 300;

/** What a service said, fit to be shown in one line: no control characters, no key, at most 300 letters. */
export function safeText(said: string, key: string | undefined): string {
  // A text that may hold a very short key cannot be cleaned of it, so nothing of it is shown.
  if (key !== undefined && key.length > 0 && key.length < 4) return "";
  const hidden = key === undefined || key === "" ? said : said.replaceAll(key, "…");
  const line = hidden
    .replace(/\b(sk|pk|rk|key|pipe|user)[-_][\w*.-]{6,}/gi, "…")
    .replace(/[\p{C}\s]+/gu, " ")
    .trim();
  const letters = [...line];
  return letters.length <= LONGEST ? line : `${letters.slice(0, LONGEST - 1).join("")}…`;
}
