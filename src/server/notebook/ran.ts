import type { CellRun, CellState } from "../../notebook/notebook-store.ts";
import { jsonOf, type Output } from "../../notebook/output.ts";
import { cutMiddle } from "./cut.ts";
import { shownDisplays } from "./displays.ts";
import { outputUri } from "./uris.ts";

/** Output of so many letters is answered whole; of more, three quarters of it from the beginning and one from the end. */
const MOST_OUTPUT = 16_000;
/** A value of so many letters of JSON is answered as it is; a longer one as text. */
const MOST_JSON = 4_000;
const MOST_TEXT = 16_000;

/** Everything that a run printed. */
export function outputOf({ outputs }: CellRun): string {
  return outputs.map((one) => (one.type === "stream" ? one.text : "")).join("");
}

/** How a run ended: null, or `Name: message (filename:line)` and the lines that it points at. */
export function errorOf({ outputs }: CellRun, cell: CellState, most = MOST_TEXT): string | null {
  const error = outputs.findLast((one) => one.type === "error");
  if (!error) return null;
  const { name, message, frame } = error;
  // The frame marks the line that it is about.
  const line = frame && /^>\s*(\d+)/m.exec(frame)?.[1];
  const place = line && cell.kind === "code" ? ` (${cell.filename}:${line})` : "";
  const said = `${name}: ${message}${place}`;
  return cutMiddle(frame === undefined ? said : `${said}\n${frame}`, most);
}

/** A run as the doors answer it, with its displays as they travel beside the answer. */
export function shownRun(notebookId: string, cell: CellState, run: CellRun) {
  const output = outputOf(run);
  const isCut = output.length > MOST_OUTPUT;
  const uri = outputUri(notebookId, cell.id);
  const { embedded, displays } = shownDisplays(notebookId, cell.id, run.outputs);
  const facts = {
    status: run.status,
    output: cutMiddle(output, MOST_OUTPUT, uri),
    error: errorOf(run, cell),
    exitCode: run.exitCode,
    durationMs: Math.round(run.durationMs),
    value: lastValue(run.outputs),
    ...((run.truncated || isCut) && { truncated: true }),
    ...(isCut && { outputUri: uri }),
    ...(displays.length > 0 && { displays }),
  };
  return { facts, embedded };
}

/** The value of the last expression: as JSON where it is that and short, else as text. */
function lastValue(outputs: readonly Output[]): unknown {
  const result = outputs.findLast((one) => one.type === "display" && one.result === true);
  if (result?.type !== "display") return null;
  const json = result.data["application/json"];
  if (json !== undefined && json.length <= MOST_JSON) {
    const value = jsonOf("application/json", json);
    if (value !== undefined) return value;
  }
  const text = result.data["text/plain"];
  return text === undefined ? null : cutMiddle(text, MOST_TEXT);
}
