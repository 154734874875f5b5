/**
 * Shows a model's answer while it streams: for a JSON answer the growing text of `thought`, otherwise the text itself.
 * `push` returns what is new.
 */
export function createLinearStream(): { push(piece: string): string } {
  let text = "";
  let shown = 0;
  return {
    push(piece) {
      text += piece;
      const whole = visibleIn(text);
      const fresh = whole.slice(shown);
      shown = whole.length;
      return fresh;
    },
  };
}

/** The visible part of an incomplete answer; it only grows. */
function visibleIn(text: string): string {
  const begun = text.trimStart();
  // This may become a code fence.
  if (/^`{1,3}[a-z]*[^\S\n]*$/i.test(begun)) return "";
  const body = begun.replace(/^```(?:json)?[^\S\n]*\n\s*/i, "");
  if (body === "") return "";
  if (!body.startsWith("{")) return begun;
  const at = /"thought"\s*:\s*"/.exec(body);
  return at ? decode(body.slice(at.index + at[0].length)) : "";
}

/** A JSON string up to its end, or up to an incomplete escape. */
function decode(raw: string): string {
  const whole = /^(?:[^"\\]|\\u[0-9a-fA-F]{4}|\\[^u])*/.exec(raw)![0];
  // Half a surrogate pair is not a character yet.
  const safe = whole.replace(/\\u[dD][89abAB][0-9a-fA-F]{2}$/, "");
  try {
    return JSON.parse(`"${safe.replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t")}"`);
  } catch {
    return "";
  }
}
