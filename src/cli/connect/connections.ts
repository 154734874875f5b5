import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as z from "zod";
import type { Terminal } from "../command.ts";

const Connections = z.array(z.object({ file: z.string(), name: z.string(), url: z.string() }));
type Connection = z.infer<typeof Connections>[number];

/**
 * The HTTP entries that `clew connect` has written, stored in the data home. `--remove` and the list recognize our
 * entries by it: an entry with an address looks the same for every server.
 */
export function connections(terminal: Pick<Terminal, "env" | "homeFolder">) {
  const home = terminal.env.CLEW_HOME || join(terminal.homeFolder, ".thoughtbox");
  const path = join(home, "connections.json");
  const read = async (): Promise<readonly Connection[]> => {
    const text = await readFile(path, "utf8").catch(() => "[]");
    try {
      return Connections.parse(JSON.parse(text));
    } catch {
      return [];
    }
  };
  const write = async (file: string, name: string, url: string | undefined): Promise<void> => {
    const all = await read();
    const others = all.filter((one) => one.file !== file || one.name !== name);
    if (url === undefined && others.length === all.length) return;
    const next = url === undefined ? others : [...others, { file, name, url }];
    await mkdir(dirname(path), { recursive: true });
    const temporary = `${path}.${process.pid}`;
    await writeFile(temporary, `${JSON.stringify(next, undefined, 2)}\n`, { mode: 0o600 });
    await rename(temporary, path);
  };
  return {
    /** The address written to a file under a name. */
    async urlOf(file: string, name: string): Promise<string | undefined> {
      return (await read()).find((one) => one.file === file && one.name === name)?.url;
    },
    /** Stores or forgets the address. Without the note, removing the entry requires `--force`. */
    note: (file: string, name: string, url: string | undefined) =>
      write(file, name, url).catch(() => undefined),
  };
}
