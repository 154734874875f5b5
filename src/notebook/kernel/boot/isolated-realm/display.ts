import type { Boxed, Bundle, CellFunction, Settlement } from "../realms.ts";
import { bundle, frame, TEXT_LIMIT, TOO_LARGE } from "./frame.ts";
import { cut, foreign, guarded } from "./guards.ts";

// How a value is displayed. A value is whatever a cell made: any access may throw, lie, or return something huge.
const TABLE = "application/vnd.dataresource+json";
const DATA_LIMIT = 1024 * 1024;
const TABLE_LIMIT = 512 * 1024;
const IMAGE_LIMIT = 2 * 1024 * 1024;
const MAX_TYPES = 16;
const MAX_ROWS = 1_000;
const MAX_COLUMNS = 100;
const MAX_KEYS = 10_000;
const SVG = /^\uFEFF?\s*(?:(?:<\?xml[^>]*>|<!--(?:[^-]|-(?!->))*-->|<!DOCTYPE[^>]*>)\s*)*<svg[\s/>]/i;
const ANY = undefined;
const SIGNATURES: readonly (readonly [type: string, bytes: readonly (number | undefined)[]])[] = [
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38]],
  ["image/webp", [0x52, 0x49, 0x46, 0x46, ANY, ANY, ANY, ANY, 0x57, 0x45, 0x42, 0x50]],
];

type Keyed = Readonly<Record<string | symbol, unknown>>;

/** Sends a value as a display frame. The value's own display method may be asynchronous. */
export async function display(
  value: unknown,
  isRaw: boolean,
  { resolve, reject }: Settlement,
): Promise<void> {
  const thrown: Boxed = { __proto__: null };
  try {
    const data = isRaw ? bundleOf(value as Keyed) : (await show(value, thrown)).data;
    if (data) frame('"kind":"display"', data);
    resolve();
  } catch (error) {
    reject(error === thrown ? thrown.value : foreign(error));
  }
}

/** The value by media type: from its own display method if it has one, otherwise text plus data where it is plain. */
export async function show(value: unknown, thrown: Boxed): Promise<{ __proto__: null; data?: Bundle }> {
  if (value === undefined) return { __proto__: null };
  const own = guarded(() => {
    const method = (value as Keyed)[host.displaySymbol];
    return typeof method === "function" ? (method as CellFunction) : undefined;
  });
  if (own) return { __proto__: null, data: await shownBy(own, value, thrown) };
  const image = guarded(() => imageOf(value));
  return { __proto__: null, data: image ?? describe(value) };
}

/** Calls a display method. Its error is thrown inside `thrown`, because a promise of this realm must not hold it. */
function shownBy(own: CellFunction, value: unknown, thrown: Boxed): Promise<Bundle> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      thrown.value = error;
      reject(thrown);
    };
    const onBundle = (made: unknown) => {
      let data: Bundle;
      try {
        data = bundleOf(made as Keyed);
      } catch (error) {
        return fail(foreign(error));
      }
      resolve(data);
    };
    host.settle(own, value, onBundle, fail);
  });
}

function describe(value: unknown): Bundle {
  const text =
    typeof value === "string"
      ? value
      : (guarded(() => host.inspect(value)) ?? "a value that cannot be shown");
  const data = bundle({ "text/plain": cut(text, TEXT_LIMIT) });
  const markup = guarded(() => markupOf(value));
  if (markup) data[markup.type] = markup.text;
  if (!isPlain(value)) return data;
  const json = guarded(() => JSON.stringify(value));
  if (typeof json === "string" && json.length <= DATA_LIMIT) data["application/json"] = json;
  const table = guarded(() => tableOf(value));
  if (!table) return data;
  data[TABLE] = table.json;
  if (table.omitted) data["text/plain"] += `\n${table.omitted}`;
  return data;
}

/** The texts, JSON and images of a bundle that a cell made, as far as their sizes allow. */
function bundleOf(value: Keyed): Bundle {
  const data = bundle();
  const types = Object.keys(value);
  let count = 0;
  for (let i = 0; i < types.length && count < MAX_TYPES; i++) {
    const type = types[i]!;
    const text = textOf(value[type]);
    const limit = /^image\/(?!svg)/.test(type) ? IMAGE_LIMIT * 1.5 : DATA_LIMIT;
    if (typeof text !== "string" || text.length > limit || type.length > 200) continue;
    data[type] = text;
    count++;
  }
  if (count === 0 && types.length > 0) data["text/plain"] = TOO_LARGE;
  return data;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (!isBytes(value)) return JSON.stringify(value);
  return host.byteCount(value) <= IMAGE_LIMIT ? host.toBase64(value) : undefined;
}

function isBytes(value: unknown): value is Uint8Array {
  return guarded(() => host.isBytes(value)) === true;
}

/** An image as base64 with its size in words; undefined for other values. */
export function imageOf(value: unknown): Bundle | undefined {
  const type = imageType(value);
  if (type === undefined) return undefined;
  const length = host.byteCount(value);
  const data = bundle({ "text/plain": `${type}, ${length} bytes` });
  if (length > IMAGE_LIMIT) data["text/plain"] += ", too large to show";
  else data[type] = host.toBase64(value);
  return data;
}

export function imageType(value: unknown): string | undefined {
  if (!isBytes(value)) return undefined;
  const matches = (signature: readonly (number | undefined)[]) =>
    signature.every((byte, i) => byte === ANY || value[i] === byte);
  return SIGNATURES.find(([, signature]) => matches(signature))?.[0];
}

/** SVG in a string, or a page element that some library made. */
function markupOf(value: unknown): { type: string; text: string } | undefined {
  const text =
    typeof value === "string" ? value : typeof value === "object" ? (value as Keyed).outerHTML : undefined;
  if (typeof text !== "string" || text.length > DATA_LIMIT) return undefined;
  if (SVG.test(text.slice(0, 4096))) return { type: "image/svg+xml", text };
  return typeof value === "object" ? { type: "text/html", text } : undefined;
}

/** Records that share a key form a table with the columns of all of them. */
function tableOf(rows: unknown): { json: string; omitted: string } | undefined {
  if (!Array.isArray(rows) || rows.length === 0) return undefined;
  const most = rows.length < MAX_ROWS ? rows.length : MAX_ROWS;
  const types = bundle();
  for (let i = 0; i < most; i++) {
    if (Array.isArray(rows[i]) || !isPlain(rows[i])) return undefined;
    const keys = Object.keys(rows[i]);
    if (keys.length > MAX_KEYS || !keys.some((key) => i === 0 || key in types)) return undefined;
    for (const key of keys) {
      const type = typeOf(guarded(() => rows[i][key]));
      types[key] = types[key] === undefined || types[key] === type ? type : "any";
    }
  }
  const all = Object.keys(types);
  const columns = all.slice(0, MAX_COLUMNS);
  const fields = columns.map((name) => ({ __proto__: null, name, type: types[name] }));
  let json = `{"schema":{"fields":${JSON.stringify(fields)}},"data":[`;
  let shown = 0;
  for (; shown < most; shown++) {
    const row = rowOf(rows[shown], columns);
    if (json.length + row.length > TABLE_LIMIT) break;
    json += (shown > 0 ? "," : "") + row;
  }
  const cutRows = shown < rows.length ? [`${shown} of ${rows.length} rows`] : [];
  const cutColumns = columns.length < all.length ? [`${columns.length} of ${all.length} columns`] : [];
  const omitted = [...cutRows, ...cutColumns].join(" and ");
  return { json: `${json}]}`, omitted: omitted && `The table shows ${omitted}.` };
}

function rowOf(record: Keyed, columns: readonly string[]): string {
  let text = "";
  for (const column of columns) {
    const value = Object.hasOwn(record, column) ? guarded(() => record[column]) : undefined;
    if (value === undefined) continue;
    text += `${text ? "," : ""}${JSON.stringify(column)}:${cellOf(value)}`;
  }
  return `{${text}}`;
}

function cellOf(value: unknown): string {
  const isOdd =
    typeof value === "number"
      ? !Number.isFinite(value)
      : typeof value === "bigint" || typeof value === "symbol";
  const json = isOdd || typeof value === "function" ? undefined : guarded(() => JSON.stringify(value));
  return (
    json ?? JSON.stringify(cut(guarded(() => (isOdd ? String(value) : host.inspect(value))) ?? "", 1_000))
  );
}

function typeOf(value: unknown): string {
  const type = typeof value;
  return type === "string" || type === "number" || type === "boolean" ? type : "any";
}

function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const prototype = guarded(() => Reflect.getPrototypeOf(value));
  return Array.isArray(value) || prototype === host.plain || prototype === null;
}
