import { tmpdir } from "node:os";
import { sweepCacheFolders } from "../../src/notebook/kernel/cache-folder.ts";

/** Vitest's global set-up: in the end, what servers left that tests have killed is removed. */
export default function leaveNothing(): () => Promise<void> {
  return () => sweepCacheFolders(tmpdir(), 0);
}
