import type { ComponentChildren, FunctionComponent, VNode } from "preact";
import { Fragment } from "preact";

/** What elements would look like as HTML, for tests: only for components without hooks. */
export function htmlOf(children: ComponentChildren): string {
  if (children === null || children === undefined || typeof children === "boolean") return "";
  if (Array.isArray(children)) return children.map(htmlOf).join("");
  if (typeof children !== "object") return escaped(String(children));
  const { type, props } = children as VNode<Record<string, unknown>>;
  if (type === Fragment) return htmlOf(props.children);
  if (typeof type === "function") return htmlOf((type as FunctionComponent<Record<string, unknown>>)(props));
  if ("dangerouslySetInnerHTML" in props) throw new Error("HTML from text");
  const attributes = Object.entries(props)
    .filter(([name, value]) => name !== "children" && value !== undefined)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
  return `<${type}${attributes.join("")}>${htmlOf(props.children)}</${type}>`;
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot" }[letter]};`);
