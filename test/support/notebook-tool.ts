import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { runClew } from "./clew.ts";
import { processesWith } from "./processes.ts";
import { type TemporaryFolder, temporaryFolder } from "./temporary-folder.ts";

/** A data home for each test of `clew notebook`; afterwards no temporary file and no process may be left. */
export function notebookGround() {
  let folder: TemporaryFolder;
  let temporary: string;
  beforeEach(() => {
    folder = temporaryFolder();
    temporary = join(folder.path, "temporary");
    mkdirSync(temporary);
  });
  afterEach(async () => {
    // Killed processes disappear a moment later.
    const gone = () => processesWith(temporary).length === 0;
    await vi.waitUntil(gone, { timeout: 5_000, interval: 5 }).catch(() => {});
    // Deno's compiled form of the boot program and the sandbox layers that work are kept for the next process.
    const files = readdirSync(temporary).filter(
      (name) => !/^clew-(deno-\d+-[0-9a-f]{16}|sandbox-\d+)$/.test(name),
    );
    const left = { files, processes: processesWith(temporary) };
    folder[Symbol.dispose]();
    expect(left).toEqual({ files: [], processes: [] });
  });

  const place = (name: string) => join(folder.path, name);
  const surroundings = (env: Readonly<Record<string, string | undefined>> = {}) => ({
    home: folder.path,
    // Node would put its compile cache in the temporary folder.
    env: { ...env, CLEW_HOME: folder.path, TMPDIR: temporary, NODE_DISABLE_COMPILE_CACHE: "1" },
  });
  const notebook = (...args: string[]) => runClew(["notebook", ...args], surroundings());
  return {
    place,
    surroundings,
    notebook,
    /** The processes that have their files here. */
    processes: () => processesWith(temporary),
    /** A notebook file with these code cells, by their file names. */
    file(cells: Readonly<Record<string, string>>, packageJson?: object): string {
      const files = { ...(packageJson && { "package.json": JSON.stringify(packageJson) }), ...cells };
      const blocks = Object.entries(files).map(
        ([name, code]) => `###### ${name}\n\n\`\`\`typescript\n${code}\n\`\`\`\n`,
      );
      const path = place("book.src.md");
      writeFileSync(path, `<!-- srcbook:{"language":"typescript"} -->\n\n# Book\n\n${blocks.join("\n")}`);
      return path;
    },
    /** The output of `clew notebook run --json`. */
    async result(path: string, ...args: string[]) {
      const { code, stdout } = await notebook("run", path, "--json", ...args);
      return { code, ...JSON.parse(stdout) };
    },
  };
}
