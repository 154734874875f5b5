import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = globSync("web/src/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$/.test(file));
const read = (file: string) => readFileSync(file, "utf8");

/** Modules that the page shares with the server; none of them imports another module of ours. */
const SHARED = [
  "src/ledger/lanes.ts",
  "src/ledger/session-state.ts",
  "src/ledger/speaker.ts",
  "src/markdown/markdown-tree.ts",
  "src/markdown/safe-link.ts",
  "src/primitives/bounded-map.ts",
];

test("[H6] the page imports only types and shared modules from src, and makes no markup from text", () => {
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
  expect(SHARED.filter((file) => /^(import|export) .* from "\./m.test(read(file)))).toEqual([]);
  expect(imports.filter(({ from }) => from.startsWith("node:"))).toEqual([]);
  const markup = /dangerouslySetInnerHTML=|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcdoc/i;
  expect(files.filter((file) => markup.test(read(file)))).toEqual([]);
});
