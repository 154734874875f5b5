import { numberText } from "./exposition.ts";
import { type Fits, readPattern } from "./pattern.ts";
import type { Sample } from "./registry.ts";

/** An instant selector: whether a series matches. */
export type Selector = (sample: Sample) => boolean;

/** Prometheus's answer to an instant query. */
export interface InstantVector {
  readonly resultType: "vector";
  readonly result: readonly {
    readonly metric: Readonly<Record<string, string>>;
    readonly value: readonly [number, string];
  }[];
}

const NAME = /^\s*([a-zA-Z_:][a-zA-Z0-9_:]*)?\s*/;
const MATCHER =
  /^\s*([a-zA-Z_][a-zA-Z0-9_]*)\s*(=~|!~|!=|=)\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')\s*(,?)/s;

/** Parses `name{label="value", other=~"a|b.*"}`; undefined for any other expression. */
export function readSelector(query: string): Selector | undefined {
  const [begin, name] = NAME.exec(query)!;
  let rest = query.slice(begin.length);
  const wanted: Matcher[] = name === undefined ? [] : [{ label: "__name__", fits: (text) => text === name }];
  if (rest.startsWith("{")) {
    const matchers = readMatchers(rest.slice(1));
    if (!matchers) return undefined;
    wanted.push(...matchers.found);
    rest = matchers.rest;
  }
  // As in Prometheus, a selector that matches the empty string would select everything and is refused.
  if (rest.trim() !== "" || wanted.every(({ fits }) => fits(""))) return undefined;
  return ({ name: own, labels }) =>
    wanted.every(({ label, fits }) => fits((label === "__name__" ? own : labels[label]) ?? ""));
}

/** The matching series, as Prometheus would return them at this time. */
export function selected(samples: readonly Sample[], selector: Selector, time: number): InstantVector {
  return {
    resultType: "vector",
    result: samples.filter(selector).map(({ name, labels, value }) => ({
      metric: { __name__: name, ...labels },
      value: [time / 1000, numberText(value)],
    })),
  };
}

interface Matcher {
  readonly label: string;
  readonly fits: Fits;
}

function readMatchers(text: string): { readonly found: Matcher[]; readonly rest: string } | undefined {
  const found: Matcher[] = [];
  let rest = text;
  while (!/^\s*\}/.test(rest)) {
    const match = MATCHER.exec(rest);
    const fits = match && fitsOf(match[2]!, unquote(match[3]!));
    if (!match || !fits) return undefined;
    found.push({ label: match[1]!, fits });
    rest = rest.slice(match[0].length);
    if (match[4] === "" && !rest.startsWith("}")) return undefined;
  }
  return { found, rest: rest.replace(/^\s*\}/, "") };
}

function fitsOf(operator: string, wanted: string | undefined): Fits | undefined {
  if (wanted === undefined) return undefined;
  const fits = operator.endsWith("~") ? readPattern(wanted) : (text: string) => text === wanted;
  return fits && operator.startsWith("!") ? (text) => !fits(text) : fits;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", "\\": "\\", '"': '"', "'": "'" };

/** The text between quotes; undefined if it has an unsupported escape. */
function unquote(quoted: string): string | undefined {
  const inner = quoted.slice(1, -1);
  if ([...inner.matchAll(/\\(.)/gs)].some(([, sign]) => ESCAPES[sign!] === undefined)) return undefined;
  return inner.replace(/\\(.)/gs, (_, sign: string) => ESCAPES[sign]!);
}
