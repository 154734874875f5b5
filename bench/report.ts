/** One cell; numbers are aligned to the right and cut to three significant digits. */
export type Cell = string | number;

/** One measured claim beside its target. */
export interface Check {
  readonly name: string;
  readonly value: number;
  readonly sense: "at most" | "at least";
  readonly target: number;
  /** Appended to both numbers: `x`, ` ms`, ` MB`. */
  readonly unit: string;
}

/** The result of a benchmark: a table, a line on how to read it, and its claims. */
export interface Table {
  readonly title: string;
  readonly note: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly checks: readonly Check[];
}

/** A table for a file: each claim shows whether it holds. */
export function withVerdicts(table: Table): object {
  return { ...table, checks: table.checks.map((check) => ({ ...check, holds: holds(check) })) };
}

/** A table as text for a terminal, its claims below it. */
export function renderTable(table: Table): string {
  const grid = [table.columns, ...table.rows].map((row) => row.map(renderCell));
  const widths = table.columns.map((_, column) => Math.max(...grid.map((row) => (row[column] ?? "").length)));
  const lines = grid.map((row) =>
    row.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join("  "),
  );
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  const [head = "", ...body] = lines;
  return [`## ${table.title}`, table.note, "", head, rule, ...body, ...renderChecks(table.checks), ""].join(
    "\n",
  );
}

/** One line per claim, with the failed ones named. */
export function renderSummary(tables: readonly Table[]): string {
  const checks = tables.flatMap((table) => table.checks);
  const missed = checks.filter((check) => !holds(check));
  const counts = `## ${checks.length - missed.length} of ${checks.length} targets met`;
  return [counts, ...missed.map(renderCheck)].join("\n");
}

/** A number with three significant digits, thousands kept whole. */
export function round(value: number): string {
  if (!Number.isFinite(value)) return "n/a";
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en-US");
  return value.toPrecision(3);
}

/** Whether a claim holds; a result that could not be measured does not. */
function holds(check: Check): boolean {
  return check.sense === "at most" ? check.value <= check.target : check.value >= check.target;
}

function renderChecks(checks: readonly Check[]): readonly string[] {
  return checks.length === 0 ? [] : ["", ...checks.map(renderCheck)];
}

function renderCheck(check: Check): string {
  const verdict = holds(check) ? "pass" : "MISS";
  const target = `target ${check.sense} ${check.target}${check.unit}`;
  return `${verdict}  ${check.name}: ${renderCell(check.value)}${check.unit} (${target})`;
}

function renderCell(cell: Cell): string {
  if (typeof cell === "string") return cell;
  return Number.isInteger(cell) ? cell.toLocaleString("en-US") : round(cell);
}

function pad(text: string, width: number, column: number): string {
  return column === 0 ? text.padEnd(width) : text.padStart(width);
}
