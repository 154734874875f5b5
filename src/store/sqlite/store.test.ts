import { join } from "node:path";
import { afterAll } from "vitest";
import { temporaryFolder } from "../../../test/support/temporary-folder.ts";
import { describeStore } from "../contract/describe-store.ts";
import { openStore } from "../open.ts";

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());
let stores = 0;

describeStore("a SQLite file", () => openStore({ home: join(folder.path, `${++stores}`) }));
describeStore("SQLite in memory", () => openStore({ memory: true }));
