import type { Resource } from "./define.ts";

/** A resource that matches a URI, and the variables in the URI. */
export interface Match {
  readonly resource: Resource;
  readonly variables: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

/** Whether a resource is a template. */
export const isTemplate = (resource: Resource): boolean => resource.uri.includes("{");

/** Finds the resource for a URI. A variable matches one path segment. */
export function matchResource(resources: readonly Resource[], uri: string): Match | undefined {
  const mark = uri.indexOf("?");
  const segments = (mark < 0 ? uri : uri.slice(0, mark)).split("/");
  const query = mark < 0 ? "" : uri.slice(mark + 1);
  for (const resource of resources) {
    const variables = matchSegments(resource.uri.split("/"), segments);
    if (variables) return { resource, variables, query: new URLSearchParams(query) };
  }
  return undefined;
}

function matchSegments(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const variables: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index]!;
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
