import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = globSync("web/src/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$/.test(file));
const read = (file: string) => readFileSync(file, "utf8");

/** Pure functions that the page shares: each is a file that imports nothing. */
const SHARED = ["src/ledger/lanes.ts"];

test("[H6] the page takes nothing but types and lanes from the server's code, and makes no markup from text", () => {
  expect(files.length).toBeGreaterThan(20);
  const imports = files.flatMap((file) =>
    [...read(file).matchAll(/^(import|export)(?<isType> type)?[^;]*? from "(?<from>[^"]+)"/gms)].map(
      ({ groups }) => ({
        file,
        from: groups!.from!,
        isType: groups!.isType !== undefined,
      }),
    ),
  );
  const isShared = (from: string) => SHARED.some((file) => from.endsWith(`/${file}`));
  expect(imports.filter(({ from, isType }) => /\/src\//.test(from) && !isType && !isShared(from))).toEqual(
    [],
  );
  expect(SHARED.filter((file) => /^(import|export) .* from /m.test(read(file)))).toEqual([]);
  expect(imports.filter(({ from }) => from.startsWith("node:"))).toEqual([]);
  const markup = /dangerouslySetInnerHTML=|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcdoc/i;
  expect(files.filter((file) => markup.test(read(file)))).toEqual([]);
});
