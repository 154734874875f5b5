import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { authenticateTokens } from "./named-tokens.ts";
import { newPrincipal } from "./new-principal.ts";
import { openTokensFile, parseTokensFile } from "./tokens-file.ts";

const ann = newPrincipal("ann", ["read", "write"]);
const ben = newPrincipal("ben", ["read"]);
const fileOf = (...principals: readonly object[]) => JSON.stringify({ principals });

describe("a tokens file", () => {
  test("[SA2] maps the hashes of tokens to principals, and a principal may have several", async () => {
    const second = newPrincipal("ann", ["engine"]);
    const know = authenticateTokens(() => parseTokensFile(fileOf(ann.entry, ben.entry, second.entry)));
    expect(await know(ann.token)).toEqual({ principal: { name: "ann", scopes: ["read", "write"] } });
    expect(await know(second.token)).toEqual({ principal: { name: "ann", scopes: ["engine"] } });
    expect(await know(`${ann.token}x`)).toHaveProperty("invalid");
    expect(await know(ann.entry.tokenHash)).toHaveProperty("invalid");
    expect(JSON.stringify(ann.entry)).not.toContain(ann.token);
  });

  test.each<[string, string, string]>([
    ["no JSON", "{", "not JSON"],
    ["a list", "[]", "the file must be an object with principals"],
    ["nobody", fileOf(), "principals must name at least one"],
    ["a word too many", JSON.stringify({ principals: [ann.entry], more: 1 }), "the file must have only"],
    ["no name", fileOf({ ...ann.entry, name: undefined }), "principals[0].name must be a string"],
    [
      "a name with a mark",
      fileOf(ann.entry, { ...ben.entry, name: "a|b" }),
      "principals[1].name must be up to",
    ],
    ["the owner", fileOf({ ...ann.entry, name: "owner" }), "principals[0].name must not be 'owner'"],
    [
      "a bare token",
      fileOf({ ...ann.entry, tokenHash: ann.token }),
      "principals[0].tokenHash must be sha256:",
    ],
    ["a token beside", fileOf({ ...ann.entry, token: ann.token }), "principals[0] must have only"],
    ["no scopes", fileOf({ ...ann.entry, scopes: [] }), "principals[0].scopes must name at least one"],
    [
      "an unknown scope",
      fileOf({ ...ann.entry, scopes: ["read", "all"] }),
      "principals[0].scopes[1] must be one",
    ],
    [
      "one token for two",
      fileOf(ann.entry, { ...ann.entry, name: "ben" }),
      "principals[0].tokenHash is also that of",
    ],
  ])("[SA2] with %s is refused by position, without its values", (_, text, beginning) => {
    let message = "";
    try {
      parseTokensFile(text);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message.slice(0, beginning.length)).toBe(beginning);
    expect(message).not.toContain(ann.token);
    expect(message).not.toContain("\n");
  });

  test("[SA2] is read again when it changes, and a removed token is refused", async () => {
    using folder = temporaryFolder();
    const path = join(folder.path, "tokens.json");
    const troubles: string[] = [];
    let time = 0;
    const later = () => {
      time += 1_000;
    };
    writeFileSync(path, fileOf(ann.entry, ben.entry));
    const know = authenticateTokens(
      openTokensFile(
        path,
        (problem) => troubles.push(problem),
        () => time,
      ),
    );
    expect(await know(ann.token)).toHaveProperty("principal");

    const next = join(folder.path, "next.json");
    writeFileSync(next, fileOf(ben.entry));
    renameSync(next, path);
    later();
    expect(await know(ann.token)).toHaveProperty("invalid");
    expect(await know(ben.token)).toHaveProperty("principal");

    writeFileSync(path, fileOf({ ...ben.entry, scopes: ["all"] }));
    later();
    expect(await know(ben.token)).toHaveProperty("principal");
    expect(troubles).toEqual([expect.stringMatching(/^principals\[0\]\.scopes\[0\] .* stay valid$/)]);

    rmSync(path);
    later();
    expect(await know(ben.token)).toHaveProperty("invalid");
    expect(troubles[1]).toContain("gone");
  });

  test("[SA2] that is missing is an error at start", () => {
    expect(() => openTokensFile("/no/such/file", () => {})).toThrow(/^cannot be read \(ENOENT\)$/);
  });
});
