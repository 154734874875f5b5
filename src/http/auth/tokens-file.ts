import { readFileSync, statSync } from "node:fs";
import * as z from "zod";
import { type NamedToken, readHash } from "./named-tokens.ts";
import { OWNER } from "./principal.ts";
import { SCOPES } from "./scope.ts";

/** How often a file is looked at for a change, at most. */
const LOOK_MS = 500;

/** What is wrong with a tokens file, by the place in it; no value of it is ever told. */
export class TokensFileError extends Error {}

const Principals = z.strictObject(
  {
    principals: z
      .array(
        z.strictObject(
          {
            name: z
              .string("must be a text")
              .regex(/^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/, "must be up to 64 letters, digits and . _ @ -")
              .refine((name) => name !== OWNER, `must not be '${OWNER}', which is whoever has CLEW_TOKEN`),
            tokenHash: z
              .string("must be a text")
              .refine((hash) => readHash(hash) !== undefined, "must be sha256: and 64 hexadecimal digits"),
            scopes: z
              .array(z.enum(SCOPES, `must be one of ${SCOPES.join(", ")}`), "must be a list")
              .min(1, "must name at least one scope"),
          },
          strictly("name, tokenHash and scopes"),
        ),
        "must be a list",
      )
      .min(1, "must name at least one principal"),
  },
  strictly("principals"),
);

/** Reads the text of a tokens file; a name may have several tokens, so that one can replace another. */
export function parseTokensFile(text: string): readonly NamedToken[] {
  const parsed = Principals.safeParse(parseJson(text));
  if (!parsed.success) throw new TokensFileError(problemOf(parsed.error));
  const tokens = parsed.data.principals.map(({ name, tokenHash, scopes }) => ({
    name,
    hash: readHash(tokenHash)!,
    scopes,
  }));
  for (const [index, { name, hash }] of tokens.entries()) {
    const other = tokens.findIndex((one) => one.name !== name && one.hash.equals(hash));
    if (other >= 0)
      throw new TokensFileError(
        `principals[${index}].tokenHash is that of principals[${other}] too: give each name a token of its own`,
      );
  }
  return tokens;
}

/**
 * The tokens in a file, as it is now: a change counts within a second. A file that is gone lets nobody in; one that
 * cannot be understood leaves what it said before. Throws when it cannot be read at first.
 */
export function openTokensFile(
  path: string,
  onTrouble: (problem: string) => void,
  now: () => number = () => performance.now(),
): () => readonly NamedToken[] {
  let mark = markOf(path);
  let looked = now();
  let tokens = parseTokensFile(read(path));
  return () => {
    if (now() - looked < LOOK_MS) return tokens;
    looked = now();
    const found = markOf(path);
    if (found === mark) return tokens;
    mark = found;
    try {
      tokens = found === undefined ? [] : parseTokensFile(read(path));
      if (found === undefined) onTrouble("the file is gone: nobody whom it named is let in");
    } catch (error) {
      if (!(error instanceof TokensFileError)) throw error;
      onTrouble(`${error.message}; what it said before still holds`);
    }
    return tokens;
  };
}

/** What differs when a file was written or replaced. */
function markOf(path: string): string | undefined {
  const facts = statSync(path, { throwIfNoEntry: false, bigint: true });
  return facts && `${facts.ino} ${facts.size} ${facts.mtimeNs}`;
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new TokensFileError(`cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser quotes the text around the fault: only its place is told.
    throw new TokensFileError(`not JSON${/ at position [\s\S]*/.exec((error as Error).message)?.[0] ?? ""}`);
  }
}

function strictly(known: string) {
  return {
    error: ({ code }: { readonly code?: string }) =>
      code === "unrecognized_keys" ? `must have nothing but ${known}` : `must be an object with ${known}`,
  };
}

function problemOf({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  return `${path?.slice(1) || "the file"} ${issue?.message}`;
}
