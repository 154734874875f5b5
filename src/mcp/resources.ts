import type { Resource } from "./define.ts";

/** A resource that answers a URI, with the variables the URI gives it. */
export interface Match {
  readonly resource: Resource;
  readonly variables: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/** Whether a resource stands for many URIs. */
export const isTemplate = (resource: Resource): boolean => resource.uri.includes("{");

/** Finds the resource for a URI; a variable takes one path segment. */
export function matchResource(resources: readonly Resource[], uri: string): Match | undefined {
  const [address = "", query = ""] = splitOnce(uri, "?");
  const segments = address.split("/");
  for (const resource of resources) {
    const variables = matchSegments(resource.uri.split("/"), segments);
    if (variables) return { resource, variables, query: new URLSearchParams(query) };
  }
  return undefined;
}

function matchSegments(
  pattern: readonly string[],
  given: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== given.length) return undefined;
  const variables: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = given[index]!;
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) {
      if (part !== segment) return undefined;
    } else {
      const value = decode(segment);
      if (value === undefined || value === "") return undefined;
      variables[name] = value;
    }
  }
  return variables;
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function splitOnce(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
