import { type ConfigFormat, type McpServerEntry, positionAt, Refusal, withoutServer } from "./format.ts";
import {
  appendMember,
  indentStep,
  insert,
  isSpaced,
  newlineOf,
  removeMember,
  renderBlock,
  renderInline,
  replaceValue,
} from "./json-edit.ts";
import { type JsonMember, type JsonNode, parseJsonc } from "./jsonc.ts";

/**
 * JSON with comments, with the servers in the object under `container`.
 *
 * An empty server list gets the entry inline with spaces inside the braces: `{ "clew": … }`. No other edit writes a space
 * there, so `drop` can tell whether the list existed before the entry.
 */
export function jsonFormat(container: string): ConfigFormat {
  return {
    read: (text, name) => find(text, container, name).own?.node.value,
    put: (text, name, entry) => put(text, container, name, entry),
    drop: (text, name) => drop(text, container, name),
    rest: (text, name) =>
      withoutServer(isBlank(text) ? {} : (parseJsonc(text).value as object), container, name),
    byHand: (name, entry) => `"${container}": {"${name}": ${renderInline(entry, true)}}`,
  };
}

function put(text: string, container: string, name: string, entry: McpServerEntry): string {
  const { root, servers, own } = find(text, container, name);
  const newline = newlineOf(text);
  if (!root) return renderBlock({ [container]: { [name]: entry } }, "  ", "", newline) + newline;
  if (!servers) {
    const value = { [name]: entry };
    if (root.members?.length) return appendMember(text, root, root, container, value);
    const step = indentStep(text, root, root);
    const member = `"${container}": ${renderBlock(value, step, step, newline)}`;
    return insert(text, root.start + 1, newline + step + member + newline);
  }
  if (own) return replaceValue(text, root, servers.node, own, entry);
  if (servers.node.members?.length) return appendMember(text, root, servers.node, name, entry);
  const open = servers.node.start + 1;
  const spaced = isSpaced(text, servers);
  const member = `"${name}":${spaced ? " " : ""}${renderInline(entry, spaced)}`;
  return insert(text, open, ` ${member} `);
}

function drop(text: string, container: string, name: string): string {
  const { root, servers, own } = find(text, container, name);
  if (!root || !servers || !own) return text;
  const { node } = servers;
  if (node.members?.length !== 1) return removeMember(text, node, node.members?.indexOf(own) ?? -1);
  const end = own.comma === undefined ? own.node.end : own.comma + 1;
  const lead = text.slice(node.start + 1, own.start);
  if (lead === " ") {
    return text.slice(0, node.start + 1) + text.slice(text[end] === " " ? end + 1 : end);
  }
  const isAlone = isBlank(lead) && isBlank(text.slice(end, node.end - 1));
  if (!isAlone) return removeMember(text, node, 0);
  if (root.members?.length !== 1) return removeMember(text, root, root.members?.indexOf(servers) ?? -1);
  return emptied(text, root, servers);
}

function emptied(text: string, root: JsonNode, member: JsonMember): string {
  const lead = text.slice(root.start + 1, member.start);
  const end = member.comma === undefined ? member.node.end : member.comma + 1;
  const tail = text.slice(end);
  return text.slice(0, isBlank(lead) ? root.start + 1 : member.start) + tail.replace(/^\r?\n/, "");
}

interface Found {
  readonly root?: JsonNode;
  readonly servers?: JsonMember;
  readonly own?: JsonMember;
}

function find(text: string, container: string, name: string): Found {
  if (isBlank(text)) return {};
  const root = parseJsonc(text);
  if (!root.members) throw new Refusal("the document is not an object", positionAt(text, root.start));
  const servers = only(text, root, container);
  if (!servers) return { root };
  if (!servers.node.members) {
    throw new Refusal(`"${container}" is not an object`, positionAt(text, servers.node.start));
  }
  const own = only(text, servers.node, name);
  return own ? { root, servers, own } : { root, servers };
}

function only(text: string, object: JsonNode, key: string): JsonMember | undefined {
  const [first, second] = (object.members ?? []).filter((member) => member.key === key);
  if (second) throw new Refusal(`"${key}" occurs twice`, positionAt(text, second.start));
  return first;
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
