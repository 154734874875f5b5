import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeStore } from "../contract/describe-store.ts";
import { openStore } from "../open.ts";

describeStore("a SQLite file", () => openStore({ home: mkdtempSync(join(tmpdir(), "clew-store-")) }));
describeStore("SQLite in memory", () => openStore({ memory: true }));
