import type { ComponentChildren } from "preact";

/**
 * Invisible and direction-changing characters: controls, bidi controls, zero-width characters, tags and fillers. Without
 * the joiners that scripts and emoji need.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: single code points are meant
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

const NAMES: Readonly<Record<string, string>> = {
  "\u0000": "null",
  "\u001b": "escape",
  "\u00ad": "soft hyphen",
  "\u061c": "Arabic letter mark",
  "\u200b": "zero-width space",
  "\u200e": "left-to-right mark",
  "\u200f": "right-to-left mark",
  "\u202a": "left-to-right embedding",
  "\u202b": "right-to-left embedding",
  "\u202c": "end of embedding",
  "\u202d": "left-to-right override",
  "\u202e": "right-to-left override",
  "\u2060": "word joiner",
  "\u2066": "left-to-right isolate",
  "\u2067": "right-to-left isolate",
  "\u2068": "first strong isolate",
  "\u2069": "end of isolate",
  "\ufeff": "byte order mark",
};

/** Untrusted text with hidden characters made visible, isolated from the direction of the text around it. */
export function Visible({ text }: { readonly text: string }) {
  return <bdi>{visible(text)}</bdi>;
}

/** Replaces every hidden character by its code. */
export function visible(untrusted: string): ComponentChildren {
  const text = untrusted.replaceAll("\r\n", "\n");
  if (text.search(HIDDEN) < 0) return text;
  const parts: ComponentChildren[] = [];
  let done = 0;
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > done) parts.push(text.slice(done, match.index));
    parts.push(<HiddenCharacter key={match.index} character={match[0]} />);
    done = match.index + match[0].length;
  }
  parts.push(text.slice(done));
  return parts;
}

function HiddenCharacter({ character }: { readonly character: string }) {
  const code = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
  const name = NAMES[character] ?? "hidden character";
  return (
    <span class="hidden-character" title={`${name}, ${code}`}>
      {code}
    </span>
  );
}
