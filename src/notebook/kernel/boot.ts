import boot from "./boot.deno.txt";
import cells from "./boot-cells.deno.txt";
import display from "./boot-display.deno.txt";
import main from "./boot-main.deno.txt";
import modules from "./boot-modules.deno.txt";
import packages from "./boot-packages.deno.txt";
import source from "./boot-source.deno.txt";
import types from "./boot-types.deno.txt";

const sandbox = [
  "(function (host, builtinNames) {",
  '"use strict";',
  modules,
  packages,
  display,
  types,
  source,
  boot,
  "})",
];

/** The program inside a notebook's process: one module, which gives most of itself a realm that no cell can reach. */
export const bootProgram: string = [
  `const SANDBOX = ${JSON.stringify(sandbox.join("\n"))};`,
  main,
  cells,
].join("\n");
