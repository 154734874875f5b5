// Turns TypeScript into JavaScript. Types are erased in place, so lines and columns stay the same. Deno loads the module
// that does it for the first cell that needs it.
const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
// Words that start a declaration in TypeScript, where JavaScript may read a name and continue on the next line.
const TYPE_WORDS =
  /\b(?:abstract|accessor|declare|global|interface|module|namespace|override|private|protected|public|readonly|type)\b/;
/** A closing angle bracket that does not end an arrow. */
const CLOSES = /[^=]>/;

/** The JavaScript of a cell. `find` maps positions back where lines had to move. */
export interface Script {
  readonly source: string;
  readonly find?: (line: number, column: number) => string;
}

/** Returns what V8 gets for a cell in TypeScript. */
export function withoutTypes(code: string): Script {
  if (isJavaScript(code)) return { source: code };
  try {
    return { source: host.stripTypes(code) };
  } catch {
    // Enums, namespaces and the like cannot be erased in place: lines move and are mapped back.
  }
  try {
    const text = host.transformTypes(code);
    const at = text.lastIndexOf("base64,");
    const json = at < 0 ? undefined : host.fromBase64(text.slice(at + 7).trim());
    const source = text.replace(/\n\/\/# source[\s\S]*$/, "");
    return json === undefined ? { source } : { source, find: host.positionFinder(json) };
  } catch {
    // V8 reports what is wrong, and where.
    return { source: code };
  }
}

/**
 * Whether the code is JavaScript with the same meaning in TypeScript. `a < b > (c)` is valid JavaScript but calls a
 * generic function in TypeScript, so code with a pair of angle brackets does not count, nor does code with a word that
 * only TypeScript may read as more than a name.
 */
function isJavaScript(code: string): boolean {
  const at = code.indexOf("<");
  if (at >= 0 && CLOSES.test(code.slice(at))) return false;
  if (TYPE_WORDS.test(code)) return false;
  try {
    // Parsed, never called. The body of an async function allows `await`, like a cell.
    AsyncFunction(code);
    return true;
  } catch {
    return false;
  }
}
