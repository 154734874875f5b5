import { readFileSync, statSync } from "node:fs";
import * as z from "zod";
import { type NamedToken, readHash } from "./named-tokens.ts";
import { OWNER } from "./principal.ts";
import { SCOPES } from "./scope.ts";

/** The shortest time between two checks of the file. */
const CHECK_MS = 500;

/** What is wrong with a tokens file, and where. It never contains a value of the file. */
export class TokensFileError extends Error {}

const Principals = z.strictObject(
  {
    principals: z
      .array(
        z.strictObject(
          {
            name: z
              .string("must be a string")
              .regex(/^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/, "must be up to 64 letters, digits and . _ @ -")
              .refine((name) => name !== OWNER, `must not be '${OWNER}', the holder of CLEW_TOKEN`),
            tokenHash: z
              .string("must be a string")
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

/** Parses a tokens file. A name may have several tokens, so that a new one can replace an old one. */
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
        `principals[${index}].tokenHash is also that of principals[${other}]: use a different token for each name`,
      );
  }
  return tokens;
}

/**
 * Reads the tokens of a file and follows its changes within a second. Deleting the file removes all tokens; while it is
 * malformed, the previous tokens stay valid. Throws if the first read fails.
 */
export function openTokensFile(
  path: string,
  onProblem: (problem: string) => void,
  now: () => number = () => performance.now(),
): () => readonly NamedToken[] {
  let version = versionOf(path);
  let checkedAt = now();
  let tokens = parseTokensFile(read(path));
  return () => {
    if (now() - checkedAt < CHECK_MS) return tokens;
    checkedAt = now();
    const found = versionOf(path);
    if (found === version) return tokens;
    version = found;
    try {
      tokens = found === undefined ? [] : parseTokensFile(read(path));
      if (found === undefined) onProblem("the file is gone: its tokens are no longer accepted");
    } catch (error) {
      if (!(error instanceof TokensFileError)) throw error;
      onProblem(`${error.message}; the previous tokens stay valid`);
    }
    return tokens;
  };
}

/** A text that changes when the file is written or replaced. */
function versionOf(path: string): string | undefined {
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
    // The parser quotes the text around the error: only its position is safe to show.
    throw new TokensFileError(`not JSON${/ at position [\s\S]*/.exec((error as Error).message)?.[0] ?? ""}`);
  }
}

function strictly(known: string) {
  return {
    error: ({ code }: { readonly code?: string }) =>
      code === "unrecognized_keys" ? `must have only ${known}` : `must be an object with ${known}`,
  };
}

function problemOf({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  return `${path?.slice(1) || "the file"} ${issue?.message}`;
}
