// A Clew that acknowledges thoughts and stores them where nobody will find them. The torture run must notice.
import { tmpdir } from "node:os";
import { join } from "node:path";

process.env.DATABASE_PATH = join(tmpdir(), `elsewhere-${process.pid}.db`);
await import("../../bin/clew.js");
