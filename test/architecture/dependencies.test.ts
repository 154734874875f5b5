import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly deprecated?: string;
  readonly dev?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const readJson = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const { dependencies: required, optionalDependencies } = readJson("package.json") as Record<
  "dependencies" | "optionalDependencies",
  Readonly<Record<string, string>>
>;
const dependencies = { ...required, ...optionalDependencies };
const locked = readJson("package-lock.json").packages as Readonly<Record<string, Locked>>;
const page = readFileSync("docs/dependencies.md", "utf8");

/** The rows of the table under a heading, each as its cells. */
function rowsUnder(heading: string): readonly (readonly string[])[] {
  const section = page.split(`## ${heading}\n`)[1]!.split("\n## ")[0]!;
  return [...section.matchAll(/^\| `(.*) \|$/gm)].map(([, row]) =>
    row!.split(" | ").map((cell) => cell.trim()),
  );
}

/** The dependencies of a package, from the lock file. */
function broughtBy(name: string, seen = new Set<string>()): ReadonlySet<string> {
  const { dependencies: needed, optionalDependencies: chosen } = locked[`node_modules/${name}`]!;
  for (const other of Object.keys({ ...needed, ...chosen }).filter((one) => !seen.has(one))) {
    seen.add(other);
    broughtBy(other, seen);
  }
  return seen;
}

test("[H7] docs/dependencies.md lists what is installed with Clew, with transitive dependencies", () => {
  const rows = rowsUnder("Installed with it");
  const result = rows.map(([name, version]) => [name!.replace("`", ""), version]);
  expect(Object.fromEntries(result)).toEqual(dependencies);
  for (const row of rows) {
    const name = row[0]!.replace("`", "");
    expect(row[3], name).toBe(locked[`node_modules/${name}`]!.license);
    const brought = [...(row[5] ?? "").matchAll(/`([^`]+)`/g)].map(([, other]) => other);
    expect(brought, name).toEqual([...broughtBy(name)].sort());
  }
});

test("[H7] docs/dependencies.md lists what is bundled into the command", () => {
  const sources = globSync("src/**/*.ts")
    .filter((file) => !/\.(test|d)\.ts$/.test(file))
    .map((file) => readFileSync(file, "utf8"))
    .filter((source) => !source.includes('from "vitest"'));
  const pattern = /^(?:import|export)\s(?!type\s)[^;"]*from "([^"]+)";|\bimport\("([^"]+)"\)/gm;
  const imported = sources.flatMap((source) =>
    [...source.matchAll(pattern)].map(
      ([, static_, dynamic]) => /^(@[^/]+\/)?[^/]+/.exec(static_ ?? dynamic!)![0],
    ),
  );
  const packages = new Set(imported.filter((name) => /^[@a-z]/.test(name) && !name.startsWith("node:")));
  const builtIn = [...packages].filter((name) => !(name in dependencies)).sort();
  const rows = rowsUnder("Built into the command").map(([name, version, licence]) => [
    name!.replace("`", ""),
    version,
    licence,
  ]);
  expect(rows).toEqual(
    builtIn.map((name) => {
      const { version, license } = locked[`node_modules/${name}`]!;
      return [name, version, license];
    }),
  );
});

test("[H7] every installed package has a hash, and none is deprecated", () => {
  const installed = Object.entries(locked).filter(([path, { dev }]) => path !== "" && dev !== true);
  expect(installed.length).toBeGreaterThan(Object.keys(dependencies).length);
  for (const [path, { integrity, deprecated }] of installed)
    expect({ path, isHeld: integrity?.startsWith("sha512-"), deprecated }).toEqual({ path, isHeld: true });
});
