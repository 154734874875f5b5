import { spawnSync } from "node:child_process";

/** A file in the npm package. */
export interface PackedFile {
  readonly path: string;
  readonly size: number;
}

const MOST_BYTES = 12_000_000;
const ALLOWED = [/^(package\.json|README\.md|LICENSE)$/, /^bin\/clew\.js$/, /^dist\//];
const REFUSED = /\.(map|tsbuildinfo|log|db|env|pem)$|\.test\.|(^|\/)\.|\/node_modules\//;
const REQUIRED = [
  "bin/clew.js",
  "dist/cli/clew.js",
  "dist/cli/first-answers.js",
  "dist/cli/first-answers.json",
  "dist/cli/session-start.js",
  "dist/cli/THIRD-PARTY-NOTICES.txt",
  "dist/web/index.html.gz",
  ...["index", "host", "ledger", "notebook", "testing"].flatMap((name) => [
    `dist/${name}.js`,
    `dist/${name}.d.ts`,
  ]),
  "LICENSE",
  "README.md",
  "package.json",
];

/** The files that `npm pack` would put into the package. */
export function packedFiles(): readonly PackedFile[] {
  const { stdout } = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    encoding: "utf8",
    shell: process.platform === "win32",
    maxBuffer: 16_777_216,
  });
  // npm 12 answers with an object by name, older ones with a list.
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, { readonly files: PackedFile[] }>);
  return packed!.files;
}

/** What is wrong with the content of the npm package. */
export function contentProblems(files: readonly PackedFile[]): readonly string[] {
  const paths = new Set(files.map(({ path }) => path));
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return [
    ...REQUIRED.filter((path) => !paths.has(path)).map((path) => `the npm package lacks ${path}`),
    ...[...paths]
      .filter((path) => REFUSED.test(path) || !ALLOWED.some((allowed) => allowed.test(path)))
      .map((path) => `the npm package must not contain ${path}`),
    ...(bytes > MOST_BYTES ? [`the npm package has ${bytes} bytes, more than ${MOST_BYTES}`] : []),
  ];
}
