const LONGEST = 300;
/** More of a message than this is not looked at. */
const LONGEST_READ = 4096;

/** A shorter key is a placeholder (`x`, `test`, `ollama`): hiding it would cut up ordinary words. */
const SHORTEST_SECRET = 8;
/** A key of this length cannot stand inside a word by chance. */
const SURE_SECRET = 16;

/** A service's message as one line for people: no control characters, no key, at most 300 characters. */
export function safeText(said: string, key: string | undefined): string {
  const line = withoutKey(said.slice(0, LONGEST_READ), key ?? "")
    .replace(/\b(sk|pk|rk|key|pipe|user)[-_][\w*.-]{6,}/gi, "…")
    .replace(/[\p{C}\s]+/gu, " ")
    .trim();
  const characters = [...line];
  return characters.length <= LONGEST ? line : `${characters.slice(0, LONGEST - 1).join("")}…`;
}

/** Hides the key as it is and as a URL quotes it; one of middling length only where it is a word of its own. */
function withoutKey(said: string, key: string): string {
  if (key.length < SHORTEST_SECRET) return said;
  const isShort = key.length < SURE_SECRET;
  return [key, encodeURIComponent(key)].reduce(
    (text, form) =>
      text.split(form).reduce((before, after) => {
        const isInWord = /[\p{L}\p{N}]$/u.test(before) || /^[\p{L}\p{N}]/u.test(after);
        return before + (isShort && isInWord ? form : "…") + after;
      }),
    said,
  );
}
