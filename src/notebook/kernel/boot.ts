import boot from "./boot.deno.txt";
import display from "./boot-display.deno.txt";
import modules from "./boot-modules.deno.txt";
import packages from "./boot-packages.deno.txt";
import source from "./boot-source.deno.txt";
import types from "./boot-types.deno.txt";

/** The program inside a notebook's process: one module, whose last part never ends. */
export const bootProgram: string = [packages, modules, display, types, source, boot].join("\n");
