import { join } from "node:path";
import { afterAll } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { describeTwoStores } from "../contract/two-stores.ts";
import { openStore } from "../open.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
let pairs = 0;

describeTwoStores("a SQLite file", async () => {
  const home = join(folder.path, `${++pairs}`);
  return [await openStore({ home }), await openStore({ home })];
});
