import * as z from "zod";
import { type DecodeOptions, decode } from "./decode.ts";
import type { Notebook } from "./notebook.ts";

/** The templates of notebooks. */
export const TemplateName = z.enum([
  "sequential-feynman",
  "bug-hunt",
  "decision-record",
  "data-exploration",
  "benchmark",
]);
export type TemplateName = z.infer<typeof TemplateName>;

/** The names of all templates, in the order of the list. */
export const templateNames: readonly TemplateName[] = TemplateName.options;

/** A text is loaded on first use. */
const files: Readonly<Record<TemplateName, () => Promise<{ readonly default: string }>>> = {
  "sequential-feynman": () => import("./templates/sequential-feynman.src.md"),
  "bug-hunt": () => import("./templates/bug-hunt.src.md"),
  "decision-record": () => import("./templates/decision-record.src.md"),
  "data-exploration": () => import("./templates/data-exploration.src.md"),
  benchmark: () => import("./templates/benchmark.src.md"),
};

/** A new notebook from a template. */
export async function template(name: TemplateName, options?: DecodeOptions): Promise<Notebook> {
  return decode((await files[name]()).default, options);
}
