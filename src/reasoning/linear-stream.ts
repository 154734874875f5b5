/**
 * Shows a model's answer to a person while it comes: of a JSON answer the text of `thought` as it grows, of any other
 * answer the text itself. `push` gives what is new to show.
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

/** What a person may see of an answer that is not complete yet; it only ever grows. */
function visibleIn(text: string): string {
  const begun = text.trimStart();
  // It may still become a fence.
  if (/^`{1,3}[a-z]*[^\S\n]*$/i.test(begun)) return "";
  const body = begun.replace(/^```(?:json)?[^\S\n]*\n\s*/i, "");
  if (body === "") return "";
  if (!body.startsWith("{")) return begun;
  const at = /"thought"\s*:\s*"/.exec(body);
  return at ? decoded(body.slice(at.index + at[0].length)) : "";
}

/** The beginning of a JSON string up to its end, or to what is not complete yet. */
function decoded(raw: string): string {
  const whole = /^(?:[^"\\]|\\u[0-9a-fA-F]{4}|\\[^u])*/.exec(raw)![0];
  // Half of a pair is no letter yet.
  const safe = whole.replace(/\\u[dD][89abAB][0-9a-fA-F]{2}$/, "");
  try {
    return JSON.parse(`"${safe.replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t")}"`);
  } catch {
    return "";
  }
}
