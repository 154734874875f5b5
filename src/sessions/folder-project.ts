import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { rootProblem } from "../files/bindable-folder.ts";
import { oneLine } from "../ledger/index.ts";
import type { Store } from "../store/port.ts";
import type { Author } from "./record.ts";

/**
 * The project of a session that its caller opens without naming one: that of the first folder which the client has open,
 * else of the folder in which a server for one client was started. `opens` is called only if it takes a question to the
 * client to find out; a thought of an open session must not cost one.
 */
export type FolderProject = (author: Author, opens: () => Promise<boolean>) => Promise<string | undefined>;

/** Finds the projects of folders. System folders, shared ones and home folders have none. */
export function folderProjects(
  store: Pick<Store, "assignProject">,
  { home, folders }: { readonly home: string; readonly folders: readonly string[] },
): FolderProject {
  // Looked up once: calls that arrive together must not overtake each other while they wait for the file system.
  let ofServer: Promise<string | undefined> | undefined;
  const projectOf = async (folder: string): Promise<string | undefined> => {
    // The path may be of another machine.
    const name = oneLine(posix.basename(folder.replaceAll("\\", "/")), 100);
    if (name === "" || (await rootProblem(folder, home)) !== undefined) return undefined;
    // Imports and hooks find the project of a folder in the same table.
    return store.assignProject(folder, name);
  };
  return async ({ roots }, opens) => {
    if (roots && (await opens())) {
      for (const uri of (await roots()) ?? []) {
        const project = await projectOf(pathOf(uri)).catch(() => undefined);
        if (project !== undefined) return project;
      }
    }
    const [folder] = folders;
    if (folder === undefined) return undefined;
    ofServer ??= projectOf(folder).catch(() => {
      ofServer = undefined;
      return undefined;
    });
    return ofServer;
  };
}

function pathOf(uri: string): string {
  try {
    const path = fileURLToPath(uri);
    return path.includes("\0") ? "" : path.replace(/(?<=.)\/$/, "");
  } catch {
    return "";
  }
}
