import { createHash, randomUUID } from "node:crypto";
import { readFileSync, readlinkSync, rmSync } from "node:fs";
import { readFile, rename, stat, writeFile } from "node:fs/promises";
import { release } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { ownFolder } from "./own-folder.ts";
import { ROOT_VERSION, type RootParts } from "./private-root.ts";

/** A file with the parts of a private root that worked on this system. */
export interface KnownParts {
  readonly parts: RootParts | undefined;
  /** Remembers the parts for the processes that start later. */
  save(parts: RootParts): Promise<void>;
  forget(): void;
}

const Parts = z.object({
  loader: z.string().startsWith("/"),
  libraries: z.array(z.string().startsWith("/")),
  setpriv: z.string().startsWith("/"),
  umount: z.object({ program: z.string().startsWith("/"), libraryFolders: z.array(z.string()) }),
});

/**
 * What an earlier process found for the same Deno, user, namespaces and boot of the system. Finding the parts and trying
 * them takes as long as starting a kernel, which the first cell of a new process would wait for.
 */
export async function knownParts(binary: string): Promise<KnownParts> {
  const file = join(
    await ownFolder(`clew-sandbox-${process.getuid?.() ?? ""}`),
    `${await keyOf(binary)}.json`,
  );
  const text = await readFile(file, "utf8").catch(() => "");
  return {
    parts: parse(text),
    async save(parts) {
      const next = `${file}.${randomUUID()}`;
      await writeFile(next, JSON.stringify(parts));
      await rename(next, file);
    },
    forget: () => rmSync(file, { force: true }),
  };
}

function parse(text: string): RootParts | undefined {
  try {
    return Parts.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

async function keyOf(binary: string): Promise<string> {
  const { size, mtimeMs } = await stat(binary);
  const namespaces = ["user", "mnt"].map((name) => readlinkSync(`/proc/self/ns/${name}`));
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  const parts = [binary, size, mtimeMs, release(), boot, ...namespaces, ROOT_VERSION];
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 16);
}
