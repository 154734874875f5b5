// Lets `node --import ./scripts/text-loader.js script.ts` import .sql, .md and .vec files, and the boot program of notebooks, as
// strings.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { bootProgram, isBootProgram } from "./boot-program.ts";

registerHooks({
  load(url, context, nextLoad) {
    const isProgram = isBootProgram(url);
    if (!isProgram && !/\.(sql|md|vec)$/.test(url)) return nextLoad(url, context);
    const text = isProgram ? bootProgram(url) : readFileSync(fileURLToPath(url), "utf8");
    return { format: "module", source: `export default ${JSON.stringify(text)};`, shortCircuit: true };
  },
});
