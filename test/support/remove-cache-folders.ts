import { tmpdir } from "node:os";
import { sweepCacheFolders } from "../../src/notebook/kernel/cache-folder.ts";

/** Vitest global setup: after the run, removes the cache folders of servers that tests killed. */
export default function removeCacheFolders(): () => Promise<void> {
  return () => sweepCacheFolders(tmpdir(), 0);
}
