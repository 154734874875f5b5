import { fileURLToPath } from "node:url";
import { defineConfig } from "tsdown";
import { bootProgram, isBootProgram } from "./scripts/boot-program.ts";
import { thirdPartyNotices } from "./scripts/third-party-notices.ts";

const bootProgramImport = {
  name: "boot-program",
  load: (id: string) =>
    isBootProgram(id) ? { code: bootProgram(id), moduleType: "text" as const } : undefined,
};

const shared = {
  format: "esm" as const,
  platform: "node" as const,
  target: "node22.18",
  outDir: "dist",
  fixedExtension: false,
  loader: { ".sql": "text", ".md": "text", ".vec": "text" } as const,
  plugins: [bootProgramImport],
};

export default defineConfig([
  // The command bundles everything: loading packages from node_modules would double the time to the first answer.
  {
    ...shared,
    entry: {
      clew: "src/main.ts",
      "first-answers": "src/first-answers.ts",
      "session-start": "src/session-start.ts",
    },
    outDir: "dist/cli",
    dts: false,
    minify: true,
    deps: { alwaysBundle: [/.*/] },
    plugins: [bootProgramImport, thirdPartyNotices("dist/cli/THIRD-PARTY-NOTICES.txt")],
    alias: {
      cosmiconfig: fileURLToPath(new URL("scripts/no-cosmiconfig.js", import.meta.url)),
      // Its default build loads its parts with a `require` that no bundler follows.
      "jsonc-parser": "jsonc-parser/lib/esm/main.js",
    },
  },
  // The library imports zod, whose schemas it shares with its users, and bundles the rest. It has type declarations.
  {
    ...shared,
    entry: {
      index: "src/index.ts",
      host: "src/host/index.ts",
      ledger: "src/ledger/index.ts",
      notebook: "src/notebook/index.ts",
      testing: "src/testing/index.ts",
    },
    dts: true,
    deps: { alwaysBundle: [/^(?!zod)/] },
    plugins: [bootProgramImport, thirdPartyNotices("dist/THIRD-PARTY-NOTICES.txt")],
  },
]);
