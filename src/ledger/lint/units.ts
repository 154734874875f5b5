import { stem } from "./prose.ts";

/** Units, each with the one that it is compared in and the factor to it. */
const UNITS: Readonly<Record<string, readonly [string, number]>> = Object.fromEntries([
  ...table("s", {
    ms: 0.001,
    millisecond: 0.001,
    s: 1,
    sec: 1,
    second: 1,
    min: 60,
    minut: 60,
    minute: 60,
    h: 3600,
    hour: 3600,
    day: 86_400,
    week: 604_800,
  }),
  ...table("byte", {
    kb: 1e3,
    mb: 1e6,
    gb: 1e9,
    tb: 1e12,
    kib: 1024,
    mib: 1024 ** 2,
    gib: 1024 ** 3,
    tib: 1024 ** 4,
  }),
  ...table("g", { mg: 0.001, g: 1, gram: 1, kg: 1000 }),
  ...table("m", { mm: 0.001, cm: 0.01, m: 1, meter: 1, metre: 1, km: 1000 }),
  ...table("m²", { "m²": 1, m2: 1, ha: 10_000, hectare: 10_000 }),
  ...table("l", { ml: 0.001, l: 1, litre: 1, liter: 1 }),
  ...table("W", { w: 1, watt: 1, kw: 1000, mw: 1e6 }),
  ...table("kWh", { kwh: 1, mwh: 1000 }),
  ...table("°", { "°c": 1, "°f": 1, degre: 1, degree: 1, k: 1 }),
  ...table("%", { "%": 1, percent: 1 }),
  ...table("$", { $: 1, dollar: 1, usd: 1 }),
  ...table("€", { "€": 1, euro: 1, eur: 1 }),
  ...table("£", { "£": 1, pound: 1, gbp: 1 }),
]);

function table(unit: string, factors: Readonly<Record<string, number>>) {
  return Object.entries(factors).map(([name, factor]) => [name, [unit, factor] as const] as const);
}

/** The unit that a word or sign names. */
export function unitNamed(word: string): readonly [unit: string, factor: number] | undefined {
  const name = word.toLowerCase();
  return Object.hasOwn(UNITS, name)
    ? UNITS[name]
    : Object.hasOwn(UNITS, stem(name))
      ? UNITS[stem(name)]
      : undefined;
}
