import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { LINT_RULES, type LintLevels } from "../../ledger/index.ts";
import { CommandFailure } from "../command.ts";

const LintFile = z.strictObject({
  $schema: z.string().optional(),
  rules: z.record(z.string(), z.enum(["error", "warning", "off"])).optional(),
  failOn: z.enum(["error", "warning"]).optional(),
});

/** Settings of the linter. */
export interface LintConfig {
  readonly levels: LintLevels;
  readonly failOn: "error" | "warning";
}

/** Reads `.clew-lint.json` in the data home and in the working folder, which wins. */
export function readLintConfig(home: string, workingFolder: string): LintConfig {
  const files = [home, workingFolder].map((folder) => readOne(join(folder, ".clew-lint.json")));
  const levels: LintLevels = Object.assign({}, ...files.map(({ rules }) => rules));
  const failOn = files.reduce<LintConfig["failOn"]>((before, file) => file.failOn ?? before, "error");
  return { levels, failOn };
}

function readOne(file: string): z.infer<typeof LintFile> {
  let text: string;
  try {
    // Reading a pipe would wait forever.
    if (!statSync(file).isFile()) throw new Error("not a regular file");
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return {};
    throw new CommandFailure(`${file} cannot be read. It must be a regular file.`, 2);
  }
  const parsed = LintFile.safeParse(asJson(text, file));
  if (!parsed.success) throw new CommandFailure(`${file} is invalid: ${z.prettifyError(parsed.error)}`, 2);
  for (const id of Object.keys(parsed.data.rules ?? {})) checkRule(id, file);
  return parsed.data;
}

function asJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandFailure(`${file} is not valid JSON.`, 2);
  }
}

/** Fails for an id that is not one of a rule. */
export function checkRule(id: string, where: string): void {
  if (LINT_RULES.some((rule) => rule.id === id)) return;
  const known = LINT_RULES.map((rule) => rule.id).join(", ");
  throw new CommandFailure(`${where}: unknown rule '${id.slice(0, 40)}'. The rules are ${known}.`, 2);
}
