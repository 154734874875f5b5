const words = "key|token|secret|passw|authorization|credential|cookie";
const secretWord = new RegExp(words, "i");
const secretInside = new RegExp(String.raw`([\w.-]*(?:${words})[\w.-]*\s*[:=]\s*)[^"'\r\n]+`, "gi");
const comment = String.raw`(?:\/\/|#)[^\n]*|\/\*[\s\S]*?\*\/`;
const string = String.raw`"""[\s\S]*?"""|'''[\s\S]*?'''|"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'[^'\n]*'`;
const token = new RegExp(String.raw`${comment}|${string}|[{}[\]:=,]|[^\s"'{}[\]:=,#]+`, "g");

/**
 * The text with every value that looks like a secret hidden; it has the same lines, and is for showing only.
 *
 * It reads JSON and TOML alike: a value is a secret by its key, by a key around it, or by the flag before it.
 */
export function maskSecrets(text: string): string {
  const isSecretInside = [false];
  let isSecretKey = false;
  let isSecretFlag = false;
  return text.replace(token, (part, offset: number) => {
    const mark = /^(\/[/*]|#)/.exec(part)?.[0];
    if (mark !== undefined) return mark + maskSecrets(part.slice(mark.length));
    if (part === "{" || part === "[") {
      isSecretInside.push(isSecretKey || isSecretInside.at(-1) === true);
      isSecretKey = false;
    } else if (part === "}" || part === "]") {
      if (isSecretInside.length > 1) isSecretInside.pop();
    } else if (part === ",") {
      isSecretKey = false;
    } else if (isKey(text, offset + part.length)) {
      isSecretKey = secretWord.test(part);
    } else if (part !== ":" && part !== "=") {
      const isSecret = isSecretKey || isSecretFlag || isSecretInside.at(-1) === true;
      isSecretFlag = /^["']-[^=:]*$/.test(part) && secretWord.test(part);
      isSecretKey = false;
      return isSecret ? hidden(part) : withoutInnerSecrets(part);
    }
    return part;
  });
}

function isKey(text: string, end: number): boolean {
  const next = /\s*([:=])?/y;
  next.lastIndex = end;
  return next.exec(text)?.[1] !== undefined;
}

function hidden(value: string): string {
  const fence = /^("""|'''|"|')/.exec(value)?.[0] ?? "";
  const inner = value.slice(fence.length, value.length - fence.length);
  return fence + inner.replace(/[^\r\n]+/g, "***") + fence;
}

/** Hides secrets that are a part of a value: a header, a variable, a token, the password in an address. */
function withoutInnerSecrets(value: string): string {
  return value
    .replace(secretInside, "$1***")
    .replace(/(\b(?:bearer|basic)\s+)([^\s"',]+)/gi, "$1***")
    .replace(/(:\/\/[^/\s:@"']*:)([^/\s@"']+)(?=@)/g, "$1***");
}
