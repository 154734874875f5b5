import { Refusal } from "./guards.ts";

export const { root } = host;
export const sep = "/";

export function dirname(path: string): string {
  const at = path.lastIndexOf(sep);
  return at <= 0 ? sep : path.slice(0, at);
}

/** An absolute path without dots; the first part is absolute. */
export function join(...parts: readonly string[]): string {
  const names: string[] = [];
  for (const name of parts.join(sep).split(sep)) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return sep + names.join(sep);
}

export function urlOf(path: string): string {
  return `file://${encodeURI(path).replaceAll("?", "%3F").replaceAll("#", "%23")}`;
}

/** The path of a file: URL or of an absolute path; undefined for everything else. */
export function pathOf(url: string): string | undefined {
  if (url.startsWith("/")) return join(url);
  if (!url.startsWith("file:///") || /%(?:2f|00)/i.test(url)) return undefined;
  try {
    return join(decodeURIComponent(url.slice(7).replace(/[?#].*$/s, "")));
  } catch {
    return undefined;
  }
}

export function isInside(path: string, parent: string = root): boolean {
  return path === parent || path.startsWith(parent + sep);
}

export function isDirectory(path: string): boolean {
  try {
    return host.isDirectory(path);
  } catch {
    return false;
  }
}

/** The real path of a file in the notebook's folder; undefined when there is none. */
export function checked(path: string, specifier: string): string | undefined {
  let real: string;
  try {
    if (!isInside(path) || !host.isFile(path)) return undefined;
    real = host.realPath(path);
  } catch {
    return undefined;
  }
  if (!isInside(real)) throw new Refusal(`${specifier} leads out of the notebook's folder: use install_deps`);
  return real;
}
