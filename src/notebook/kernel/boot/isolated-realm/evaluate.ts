import type { Request } from "../../protocol.ts";
import type {
  Boxed,
  Bundle,
  Evaluation,
  ExceptionDetails,
  InspectorPosition,
  RemoteObject,
} from "../realms.ts";
import { show } from "./display.ts";
import { bundle, TEXT_LIMIT } from "./frame.ts";
import { cut, foreign, guarded } from "./guards.ts";
import { asScript } from "./module-syntax.ts";
import { root, sep, urlOf } from "./paths.ts";
import { type Script, withoutTypes } from "./typescript.ts";

const REDECLARED = /^SyntaxError: Identifier '([^']+)' has already been declared$/;
const MODULE_SYNTAX =
  /^SyntaxError: (?:Cannot use import statement outside a module|Unexpected token 'export')$/;
const HINT = "imports and exports stand outside of all brackets; elsewhere use await import()";
const folder = `${urlOf(root)}/`;
let cellUrl = "";

interface Position {
  readonly line: number;
  readonly column?: number;
}

/** A frame without its parts, and the parts. */
interface Outcome {
  readonly __proto__: null;
  readonly head: string;
  readonly data: Bundle;
}

/** Prepares the realms for the next cell. */
export function startCell({ secret, run, filename }: Request): void {
  cellUrl = folder + encodeURIComponent(filename);
  host.begin(secret, run, cellUrl, folder);
}

/** Runs a cell and describes its value or its error. */
export async function evaluate(code: string, typescript: boolean): Promise<Outcome> {
  const { source, find }: Script = typescript ? withoutTypes(code) : { source: code };
  let moved: ReadonlySet<number> | undefined;
  const thrown: Boxed = { __proto__: null };
  try {
    let answer = await evaluateScript(source);
    if (isModuleSyntaxError(answer.exceptionDetails)) {
      // Names that an earlier cell declared in a way that V8 treats as final.
      const assigned = new Set<string>();
      for (let script = asScript(source, assigned); script; script = asScript(source, assigned)) {
        moved = script.moved;
        answer = await evaluateScript(script.text);
        const name = redeclared(answer.exceptionDetails);
        if (name === undefined || !script.imported.has(name) || assigned.has(name)) break;
        assigned.add(name);
      }
    }
    const details = answer.exceptionDetails;
    await fetchValue(details ? (details.exception ?? answer.result) : answer.result);
    if (details) return failure(host.takeValue(), details, find, moved);
    const { data } = await show(host.takeValue(), thrown);
    return { __proto__: null, head: '"kind":"done","ok":true', data: data ?? bundle() };
  } catch (error) {
    return failure(error === thrown ? thrown.value : foreign(error), undefined, find, moved);
  }
}

/** The inspector's answer in a box, because a cell may have given every object of its realm a `then`. */
async function evaluateScript(source: string): Promise<Evaluation & { __proto__: null }> {
  const { error, answer } = await new Promise<{ __proto__: null; error: unknown; answer: Evaluation }>(
    (resolve) =>
      host.evaluate(`${source}\n//# sourceURL=${cellUrl}`, (error, answer) =>
        resolve({ __proto__: null, error, answer }),
      ),
  );
  if (error !== undefined)
    throw new Error("The cell has broken the program that runs cells: restart the notebook's kernel.");
  return { __proto__: null, ...answer };
}

/** Whether V8 refused the cell before it ran. An error of the same kind that the cell threw has stack frames. */
function isModuleSyntaxError(details: ExceptionDetails | undefined): boolean {
  return details?.exception !== undefined && MODULE_SYNTAX.test(details.exception.description ?? "");
}

/** The name that V8 refused to declare again, before anything ran. */
function redeclared(details: ExceptionDetails | undefined): string | undefined {
  return REDECLARED.exec(details?.exception?.description ?? "")?.[1];
}

async function fetchValue({ type, objectId, unserializableValue, value }: RemoteObject): Promise<void> {
  if (type === "undefined") return;
  await new Promise<void>((resolve) => host.take(objectId, unserializableValue, value, () => resolve()));
}

function failure(
  error: unknown,
  details: ExceptionDetails | undefined,
  find: Script["find"],
  moved: ReadonlySet<number> | undefined,
): Outcome {
  const thrown = error as Error;
  const stack = guarded(() => (typeof thrown?.stack === "string" ? thrown.stack : undefined));
  const isError = guarded(() => host.isError(error)) === true;
  const shown = () =>
    guarded(() => (typeof error === "string" ? error : host.inspect(error))) ??
    "a value that cannot be shown";
  const name = (isError && guarded(() => `${thrown.name}`)) || "Thrown";
  let message = (isError ? guarded(() => `${thrown.message}`) : shown()) ?? "";
  if (isModuleSyntaxError(details)) message += `: ${HINT}`;
  const data = bundle({ name: cut(name, 200), message: cut(withoutPaths(message), TEXT_LIMIT) });
  if (isError && stack) data.stack = cut(withoutPaths(stack), TEXT_LIMIT);
  const position = guarded(() => positionOf(error, details, name === "SyntaxError"));
  const { line = 0, column = 0 } =
    (position && find ? guarded(() => mapped(find, position)) : position) ?? {};
  let head = '"kind":"done","ok":false';
  if (line > 0) head += `,"line":${line}`;
  if (column > 0 && !moved?.has(position!.line)) head += `,"column":${column}`;
  return { __proto__: null, head, data };
}

/** Removes this machine's paths, and the versions that tell states of a file apart. */
export function withoutPaths(text: string): string {
  return cut(text, 2 * TEXT_LIMIT)
    .replaceAll(folder, "")
    .replaceAll(`${root}${sep}`, "")
    .replace(/\?v=\d+(?=[":])/g, "");
}

/** Where in the cell an error occurred. */
function positionOf(
  error: unknown,
  details: ExceptionDetails | undefined,
  isSyntax: boolean,
): Position | undefined {
  const [line = 0, column = 0] =
    guarded(() => host.positionOf(error))
      ?.split(":")
      .map(Number) ?? [];
  if (line > 0) return { line, column };
  const frames = details?.stackTrace?.callFrames ?? [];
  for (let i = 0; i < frames.length; i += 1) if (frames[i]!.url === cellUrl) return fromZero(frames[i]!);
  return isSyntax && details ? fromZero(details) : undefined;
}

function fromZero({ lineNumber, columnNumber }: InspectorPosition): Position {
  return { line: lineNumber + 1, column: columnNumber + 1 };
}

function mapped(find: NonNullable<Script["find"]>, { line, column = 0 }: Position): Position {
  const [originalLine, originalColumn] = find(line - 1, column > 0 ? column - 1 : 0).split(" ");
  return originalColumn === undefined
    ? { line }
    : { line: Number(originalLine) + 1, column: Number(originalColumn) + 1 };
}
