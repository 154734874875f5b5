import { BOUNDS, RefusedAnswer } from "./bounds.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** Whether JSON has more levels than so many. */
export function isDeeper(json: string, most: number): boolean {
  if (json.length <= most) return false;
  let levels = 0;
  let inString = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) inString = !inString;
    else if (inString) at += code === BACKSLASH ? 1 : 0;
    else if (code === 0x5b || code === 0x7b) levels += 1;
    else if (code === 0x5d || code === 0x7d) levels -= 1;
    if (levels > most) return true;
  }
  return false;
}

/**
 * Counts the levels and values of JSON before it is parsed: a few megabytes of `{},{},` become hundreds in memory. Takes
 * bytes as they arrive, also as the lines of server-sent events; throws RefusedAnswer.
 */
export function jsonWeigher(): (bytes: Uint8Array) => void {
  let levels = 0;
  let values = 0;
  let inString = false;
  let isEscaped = false;
  return (bytes) => {
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at]!;
      // No string of JSON goes beyond its line.
      if (byte === 10 || byte === 13) inString = isEscaped = false;
      else if (inString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) inString = false;
      } else if (byte === QUOTE) inString = true;
      else if (byte === COMMA) values += 1;
      else if (byte === 0x5b || byte === 0x7b) {
        values += 1;
        levels += 1;
        if (levels > BOUNDS.levels) throw new RefusedAnswer("JSON of more than 1,000 levels");
      } else if (byte === 0x5d || byte === 0x7d) levels -= 1;
    }
    if (values > BOUNDS.values) throw new RefusedAnswer("JSON of more than 250,000 values in one event");
  };
}
