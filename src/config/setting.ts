import * as z from "zod";

/** One setting: its flag, environment variable and meaning. */
export interface Setting {
  readonly flag?: string;
  readonly env?: string;
  readonly description: string;
  readonly secret?: boolean;
  readonly schema: z.ZodType;
}

/** Checks the type of a setting. */
export const setting = <S extends z.ZodType>(of: Setting & { readonly schema: S }) => of;
/** A whole number in a range. Not `z.coerce`, which reads an empty string, null and false as 0. */
export const wholeNumber = (min: number, max: number) =>
  z.preprocess(
    (input) => (typeof input === "string" && input.trim() !== "" ? Number(input) : input),
    z
      .number("must be a number")
      .int("must be a whole number")
      .min(min, `must be at least ${min}`)
      .max(max, `must be at most ${max}`),
  );

/** An http or https address. */
export const webAddress = () =>
  z.url({ protocol: /^https?$/, error: "must be a web address, such as http://127.0.0.1:9090" });

/** Whether an address is encrypted or on loopback. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return (
    protocol === "https:" || (protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(hostname))
  );
}

/** The setting of a Langbase pipe. */
export const pipe = <const D extends string | undefined = undefined>(
  env: string,
  what: string,
  otherwise?: D,
) =>
  setting({
    env,
    description: `The Langbase pipe for ${what}${otherwise === undefined ? "; default: the pipe for linear reasoning" : ""}`,
    schema: otherwise === undefined ? z.string().min(1).optional() : z.string().min(1).default(otherwise),
  });

/** One of a few words. */
export function oneOf<const T extends readonly string[]>(words: T) {
  return z.enum(words, `must be ${words.slice(0, -1).join(", ")} or ${words.at(-1)}`);
}
