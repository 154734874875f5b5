import type { CellState } from "../../notebook/notebook-store.ts";
import type { Output } from "../../notebook/output.ts";
import type { DefineCommand } from "../command.ts";
import { ledgerSettings, withSettings } from "../settings.ts";
import { line, paragraph, safeJson } from "../table.ts";
import { displayText } from "./display-text.ts";
import { readStoredNotebook } from "./stored-notebook.ts";

/** `clew notebook show`: a notebook of the ledger with its last outputs. */
export const showCommand: DefineCommand = (group, terminal, services) => {
  const command = group
    .command("show <id>")
    .description("show a notebook of the ledger with its last outputs")
    .option("--json", "for scripts");
  withSettings(command, ledgerSettings).action(async (id: string, flags) => {
    const { notebook, runs } = await readStoredNotebook(services, flags, id);
    if (flags.json) {
      const cells = notebook.cells.map((cell) => {
        const run = runs.get(cell.id);
        return run ? { ...cell, run } : cell;
      });
      return terminal.out(`${safeJson(JSON.stringify({ ...notebook, cells }, null, 2))}\n`);
    }
    terminal.out(
      `${line(notebook.title)}\n${line(notebook.id)} · ${notebook.language} · ${notebook.cells.length} cells\n`,
    );
    for (const cell of notebook.cells) {
      terminal.out(`\n── ${heading(cell)} ──\n${ended(paragraph(cell.content))}`);
      const outputs = runs.get(cell.id)?.outputs ?? [];
      if (outputs.length > 0) terminal.out(`── output ──\n${outputs.map(outputText).join("")}`);
    }
  });
};

function heading(cell: CellState): string {
  const ran = cell.run ? ` · ${cell.run.status} in ${Math.round(cell.run.durationMs)} ms` : " · never ran";
  const name = cell.kind === "code" ? ` ${line(cell.filename)}${ran}${cell.stale ? " · stale" : ""}` : "";
  return `${line(cell.id)} ${cell.kind}${name}`;
}

function outputText(output: Output): string {
  if (output.type === "stream") return ended(paragraph(output.text));
  if (output.type === "display") return displayText(output.data);
  const frame = output.frame === undefined ? "" : `\n${output.frame}`;
  return ended(paragraph(`${output.name}: ${output.message}${frame}`));
}

function ended(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
