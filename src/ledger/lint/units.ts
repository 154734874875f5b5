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
    µs: 1e-6,
    ns: 1e-9,
    microsecond: 1e-6,
    hr: 3600,
  }),
  ...table("month", { month: 1, quarter: 3, year: 12, yr: 12, decade: 120 }),
  ...table("byte", {
    byte: 1,
    kb: 1e3,
    mb: 1e6,
    gb: 1e9,
    tb: 1e12,
    kib: 1024,
    mib: 1024 ** 2,
    gib: 1024 ** 3,
    tib: 1024 ** 4,
    ki: 1024,
    mi: 1024 ** 2,
    gi: 1024 ** 3,
  }),
  ...table("g", {
    ng: 1e-9,
    µg: 1e-6,
    mcg: 1e-6,
    mg: 0.001,
    g: 1,
    gram: 1,
    kg: 1000,
    kilo: 1000,
    kilogram: 1000,
    tonne: 1e6,
    t: 1e6,
  }),
  ...table("lb", { lb: 1, oz: 1 / 16, ounce: 1 / 16 }),
  ...table("m", {
    nm: 1e-9,
    µm: 1e-6,
    mm: 0.001,
    cm: 0.01,
    m: 1,
    meter: 1,
    metre: 1,
    km: 1000,
    kilometre: 1000,
    kilometer: 1000,
    centimetre: 0.01,
    centimeter: 0.01,
    millimetre: 0.001,
    millimeter: 0.001,
  }),
  ...table("ft", { ft: 1, feet: 1, foot: 1, inch: 1 / 12, yard: 3, mile: 5280 }),
  ...table("m²", { "m²": 1, m2: 1, ha: 10_000, hectare: 10_000 }),
  ...table("m³", { "m³": 1, m3: 1 }),
  ...table("l", { µl: 1e-6, ml: 0.001, cl: 0.01, dl: 0.1, l: 1, litre: 1, liter: 1, hl: 100, gallon: 3.785 }),
  ...table("mol", { nmol: 1e-9, µmol: 1e-6, mmol: 0.001, mol: 1 }),
  ...table("W", { w: 1, watt: 1, kw: 1000, mw: 1e6 }),
  ...table("kWh", { wh: 0.001, kwh: 1, mwh: 1000, gwh: 1e6 }),
  ...table("Hz", { hz: 1, khz: 1e3, mhz: 1e6, ghz: 1e9 }),
  ...table("V", { mv: 0.001, v: 1, volt: 1, kv: 1000 }),
  ...table("A", { ma: 0.001, amp: 1, ampere: 1 }),
  ...table("Pa", { pa: 1, kpa: 1e3, mpa: 1e6, mbar: 100, bar: 1e5, psi: 6895 }),
  ...table("kcal", { kcal: 1, calory: 0.001 }),
  ...table("ppm", { ppb: 0.001, ppm: 1 }),
  ...table("dB", { db: 1, decibel: 1 }),
  ...table("lux", { lux: 1 }),
  ...table("px", { px: 1, pixel: 1 }),
  ...table("rpm", { rpm: 1 }),
  ...table("qps", { qps: 1, rps: 1 }),
  ...table("km/h", { kmh: 1, mph: 1.609 }),
  ...table("°", { "°c": 1, "°f": 1, degre: 1, degree: 1, k: 1 }),
  ...table("%", { "%": 1, percent: 1, "per cent": 1 }),
  ...table("$", { $: 1, dollar: 1, usd: 1 }),
  ...table("€", { "€": 1, euro: 1, eur: 1 }),
  ...table("£", { "£": 1, pound: 1, gbp: 1, quid: 1 }),
  ...table("CHF", { chf: 1, franc: 1 }),
  ...table("¥", { "¥": 1, yen: 1, jpy: 1 }),
  ...table("kr", { kr: 1, krona: 1, krone: 1, kroner: 1, kronor: 1, sek: 1, nok: 1, dkk: 1 }),
]);

function table(unit: string, factors: Readonly<Record<string, number>>) {
  return Object.entries(factors).map(([name, factor]) => [name, [unit, factor] as const] as const);
}

/** The unit that a word or sign names. */
export function unitNamed(word: string): readonly [unit: string, factor: number] | undefined {
  const name = word.toLowerCase().replace("μ", "µ");
  return Object.hasOwn(UNITS, name)
    ? UNITS[name]
    : Object.hasOwn(UNITS, stem(name))
      ? UNITS[stem(name)]
      : undefined;
}
