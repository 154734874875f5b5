/** Of a longer thought only both ends are read, where decisions and questions usually are. */
const HEAD = 12_000;
const TAIL = 6_000;
/** The maximum length of a sentence that is analysed, in characters. */
const LONGEST = 600;

/** The sentences of a thought, each on one line; code blocks are left out. */
export function sentencesOf(content: string): string[] {
  const read = content.length > HEAD + TAIL ? `${content.slice(0, HEAD)}\n${content.slice(-TAIL)}` : content;
  const sentences: string[] = [];
  let fence: string | undefined;
  for (const line of read.split(/[\r\n\u2028\u2029]+/)) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark : undefined;
      continue;
    }
    if (fence !== undefined) continue;
    for (const sentence of line.split(/(?<=[.!?])\s{1,99}|(?<=[。！？])/)) {
      const plain = bare(sentence.slice(0, LONGEST));
      if (/\p{L}/u.test(plain)) sentences.push(plain);
    }
  }
  // A thought of nothing but code still has something to show.
  return sentences.length > 0 || content.trim() === ""
    ? sentences
    : [bare(read.slice(0, LONGEST)) || "(code)"];
}

/** A text on one line that contains no active Markdown, cut to `most` bytes. */
export function safeLine(text: string, mostBytes: number): string {
  const flat = clipped(bare(text), mostBytes);
  const quoted = (flat.split("`").length - 1) % 2 === 0 ? flat : flat.replaceAll("`", "'");
  return quoted
    .replaceAll("\\", "/")
    .replace(/[<>]/g, (found) => (found === "<" ? "‹" : "›"))
    .replace(/!?\[([^[\]]*)\]\(/g, "$1 (");
}

/** Removes control and invisible characters, fences, and what Markdown would read as a heading, list or quote. */
function bare(text: string): string {
  return text
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\s]{1,999}/gu, " ")
    .replace(/`{2,}|~{3,}/g, "'")
    .replace(/\*{2,}|_{2,}/g, "")
    .replace(/^(?:[\s>#*+=|_~-]|\d{1,9}[.)]\s)+/, "")
    .trim()
    .toWellFormed();
}

function clipped(text: string, mostBytes: number): string {
  if (Buffer.byteLength(text) <= mostBytes) return text;
  let bytes = 3;
  let end = 0;
  for (const letter of text) {
    bytes += Buffer.byteLength(letter);
    if (bytes > mostBytes) break;
    end += letter.length;
  }
  const cut = text.slice(0, end);
  const space = cut.lastIndexOf(" ");
  return `${cut.slice(0, space > end / 2 ? space : end).trimEnd()}…`;
}
