import type { Sentence } from "./sentences.ts";

const LABELLED =
  /(?:^|[\s(])(?:[Oo]ption |[Cc]andidate |[Vv]ariant )?\(?([A-E1-5])(?:[:)]| [–—-]) ([^.;,(:?]{3,80})/g;
const REFERENCE =
  /\b(?:[Oo]ption|[Cc]andidate|[Vv]ariant|[Aa]lternative|[Cc]hoice|[Pp]oint)s? \(?([A-Ea-e1-5])\)?(?![\w:])|\(([a-e1-5])\)/;
const MAY_LABEL = /[A-E1-5](?:[:)]| [–—-]) /;
const POSITION = /\b[Tt]he (former|latter|(?:first|second|third|last)(?= one| option))\b/;
const PLACES: Readonly<Record<string, number>> = {
  former: 0,
  first: 0,
  second: 1,
  third: 2,
  latter: -1,
  last: -1,
};

/** Remembers the options that a session names, so that "option B" and "the latter" can say what they mean. */
export function followOptions() {
  const labelled = new Map<string, string>();
  let listed: readonly string[] = [];

  return {
    see({ text, label }: Sentence): void {
      if (label !== undefined) labelled.set(label.toLowerCase(), clean(text.replace(/^[A-E]: /, "")));
      if (MAY_LABEL.test(text))
        for (const [, name, meaning] of text.matchAll(LABELLED))
          labelled.set(name!.toLowerCase(), clean(meaning!));
      const choice = alternativesIn(text);
      if (choice.length > 1) listed = choice;
    },
    /** The text with what a reference in it stands for in brackets. */
    resolve(text: string): string {
      const reference = REFERENCE.exec(text);
      const meaning = reference && labelled.get((reference[1] ?? reference[2]!).toLowerCase());
      if (reference && meaning && !text.includes(meaning)) return insert(text, reference, meaning);
      const position = POSITION.exec(text);
      const place = position && listed.at(PLACES[position[1]!] ?? 0);
      return position && place && !text.includes(place) ? insert(text, position, place) : text;
    },
  };
}

function insert(text: string, { 0: found, index }: RegExpExecArray, meaning: string): string {
  const end = index + found.length;
  return `${text.slice(0, end)} (${meaning})${text.slice(end)}`;
}

/** "A or B", "A; B; C", "(a, b, c)". */
function alternativesIn(text: string): readonly string[] {
  if (!text.includes(" or ") && !text.includes("(") && !text.startsWith("Of ")) return [];
  const inner = /\(([^()]{5,120}, [^()]{2,60})\)/.exec(text)?.[1];
  if (inner) return inner.split(/, (?:or |and )?| or /).map(clean);
  const colon = text.lastIndexOf(": ");
  const rest = colon >= 0 && colon < 60 ? text.slice(colon + 2) : text;
  const or = rest.indexOf(" or ");
  if (or < 0 || rest.length > 200) {
    const of = /^Of (\p{Lu}\p{L}{1,30}) and (\p{Lu}\p{L}{1,30}),/u.exec(text);
    return of ? [of[1]!, of[2]!] : [];
  }
  const before = rest.slice(0, or).split(/[,;] /);
  return [...before, rest.slice(or + 4)].map(clean).filter((one) => one.length > 1);
}

function clean(text: string): string {
  return text
    .replace(/^(?:the|a|an|by|with|or|and) /i, "")
    .replace(/[.?!,;:]{1,3}$/, "")
    .trim()
    .slice(0, 80);
}
