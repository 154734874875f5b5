import { readThinkingCall } from "./thinking-tool.ts";
import { type JsonObject, listOf, objectOf, textOf } from "./value.ts";

/** An operation of Codex, read from a completed item. */
export interface Operation {
  readonly id: string | undefined;
  readonly name: string;
  readonly input: unknown;
  readonly isDone: boolean;
  readonly failed: boolean;
  readonly code: number | undefined;
}

/** Reads a completed command, change of files or call of an MCP tool; undefined for other items. */
export function readOperation(item: JsonObject): Operation | undefined {
  const { command, changes, status } = item;
  let [name, input]: [string | undefined, unknown] = [undefined, undefined];
  switch (textOf(item.type)?.toLowerCase().replaceAll("_", "")) {
    case "commandexecution":
      [name, input] = ["shell", { command }];
      break;
    case "filechange":
      [name, input] = ["apply_patch", { path: changedFile(changes) }];
      break;
    case "mcptoolcall":
      [name, input] = [textOf(item.tool), item.arguments];
      break;
  }
  if (name === undefined || readThinkingCall(name, input)) return undefined;
  const code = typeof item.exit_code === "number" ? item.exit_code : undefined;
  return {
    id: textOf(item.id) ?? textOf(item.call_id),
    name,
    input,
    isDone: status !== "in_progress",
    failed: status === "failed" || (code !== undefined && code !== 0),
    code,
  };
}

/** The first file of a list of changes, or of an object by file. */
const changedFile = (changes: unknown): unknown =>
  objectOf(listOf(changes)[0]).path ?? Object.keys(objectOf(changes))[0];

/** The text that a call and its completion share: the command, the file, or the tool's own name. */
export function operationText({ name, input }: { readonly name: string; readonly input: unknown }): string {
  const { command, cmd, path } = objectOf(input);
  const words = textOf(command) ?? textOf(cmd) ?? textOf(listOf(command).at(-1));
  return words === undefined ? `${name.split("__").at(-1)} ${textOf(path) ?? ""}` : `shell ${words}`;
}
