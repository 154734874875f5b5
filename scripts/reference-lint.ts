import { LINT_RULES } from "../src/ledger/index.ts";

/** The reference page of the linter: every rule with its reason, an example and what to do about it. */
export function lintRules(): string {
  const rows = LINT_RULES.map(
    ({ id, title, level }) =>
      `| [${id}](#${id.toLowerCase()}) | ${title.replaceAll("|", "\\|")} | ${level} |`,
  );
  const rules = LINT_RULES.map(
    ({ id, title, level, why, example, fix }) =>
      `<a id="${id.toLowerCase()}"></a>\n\n## ${id}: ${title}\n\nLevel: ${level}.\n\n${why}\n\n**Example.** ${example}\n\n**What to do.** ${fix}\n\n**To ignore one finding**, say why in a later thought: \`clew:ignore ${id} #12 the reason\`. **To turn the rule off**, write \`"${id}": "off"\` under \`rules\` in \`.clew-lint.json\`.\n`,
  );
  return [
    "# Rules of the linter\n",
    "`clew lint`, the gateway (`session` with action `lint`), the API and the page check sessions with these rules. They need no model: the same session has the same findings. [The guide](../guide/lint.md) shows how to run them, also in CI.\n",
    "| rule | finds | level |",
    "|---|---|---|",
    ...rows,
    "",
    ...rules,
  ].join("\n");
}
