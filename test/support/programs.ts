import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clewCommand } from "./clew.ts";

/** Creates `bin` in a folder, with `clew`, `npx`, `npm` and `node` as in a checkout; returns its path. */
export function checkoutPrograms(folder: string): string {
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  const [node, clew] = [`exec "${process.execPath}"`, `exec "${process.execPath}" "${clewCommand}"`];
  const scripts = {
    clew: `${clew} "$@"`,
    node: `${node} "$@"`,
    npx: `program=$1; shift\ncase "$program" in\n  clew) ${clew} "$@" ;;\n  node) ${node} "$@" ;;\n  *) exit 127 ;;\nesac`,
    // What `npm ci` installs is available.
    npm: `case "$1" in\n  ci) ;;\n  start) ${clew} serve ;;\n  *) exit 127 ;;\nesac`,
  };
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}
