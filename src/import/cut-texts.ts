const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/** A JSON string of more bytes is cut. A thought may have 1 MB, and a character takes up to six bytes in JSON. */
const LONGEST_TEXT = 2 * 1_048_576;
const NOTE = Buffer.from(String.raw`\n\n[cut: the original is longer than a thought may be]`);

/**
 * Cuts the long strings in a JSON text that is read in parts, so that a picture or a tool's result of 50 MB takes no
 * memory. Returns a function that takes the parts in order and returns what remains of each.
 */
export function createTextCutter(longest = LONGEST_TEXT): (part: Buffer) => Buffer {
  let isInString = false;
  let isCut = false;
  /** Bytes of the string so far. */
  let length = 0;
  /** Hexadecimal digits of an escape that are still to come: a cut must not divide it. */
  let hexDigits = 0;
  let isEscaping = false;

  return (part) => {
    const kept: Buffer[] = [];
    /** Where the bytes that are kept next begin; meaningless while `isCut`. */
    let from = 0;
    let at = 0;
    while (at < part.length) {
      if (!isInString) {
        const quote = part.indexOf(QUOTE, at);
        if (quote < 0) break;
        [isInString, length, at] = [true, 0, quote + 1];
        continue;
      }
      const byte = part[at]!;
      if (isEscaping) {
        isEscaping = false;
        hexDigits = byte === LETTER_U ? 4 : 0;
      } else if (hexDigits > 0) hexDigits--;
      else if (byte === QUOTE) {
        isInString = false;
        if (isCut) [isCut, from] = [false, at];
      } else {
        // Continuation bytes of UTF-8 belong to the character before them.
        if (!isCut && length >= longest && (byte & 0xc0) !== 0x80) {
          kept.push(part.subarray(from, at), NOTE);
          isCut = true;
        }
        isEscaping = byte === BACKSLASH;
      }
      length++;
      at++;
    }
    if (!isCut) kept.push(part.subarray(from));
    return kept.length === 1 ? kept[0]! : Buffer.concat(kept);
  };
}
