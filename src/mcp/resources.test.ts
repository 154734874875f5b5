import { expect, test } from "vitest";
import { defineResource } from "./define.ts";
import { isTemplate, matchResource } from "./resources.ts";

const resource = (uri: string) =>
  defineResource({
    uri,
    name: uri,
    title: uri,
    description: uri,
    mimeType: "text/plain",
    read: async () => uri,
  });
const resources = [
  resource("thoughtbox://patterns-cookbook"),
  resource("thoughtbox://sessions/{sessionId}"),
  resource("thoughtbox://sessions/{sessionId}/thoughts"),
  resource("thoughtbox://{project}/{task}/{aspect}"),
];

test.each<[string, string, Record<string, string>]>([
  ["thoughtbox://patterns-cookbook", "thoughtbox://patterns-cookbook", {}],
  ["thoughtbox://sessions/a-1", "thoughtbox://sessions/{sessionId}", { sessionId: "a-1" }],
  ["thoughtbox://sessions/a/thoughts", "thoughtbox://sessions/{sessionId}/thoughts", { sessionId: "a" }],
  ["thoughtbox://sessions/a%2Fb%20%C3%A4", "thoughtbox://sessions/{sessionId}", { sessionId: "a/b ä" }],
  ["thoughtbox://sessions/..%2F%00", "thoughtbox://sessions/{sessionId}", { sessionId: "../\0" }],
  ["thoughtbox://p/t/a", "thoughtbox://{project}/{task}/{aspect}", { project: "p", task: "t", aspect: "a" }],
])("[R4] %s is found, and its variables are read", (uri, template, variables) => {
  const match = matchResource(resources, uri);
  expect(match?.resource.uri).toBe(template);
  expect(match?.variables).toEqual(variables);
});

test.each([
  "",
  "thoughtbox://",
  "thoughtbox://nope",
  "thoughtbox://patterns-cookbook/",
  "thoughtbox://sessions/",
  "thoughtbox://sessions//thoughts",
  "thoughtbox://sessions/a/other/thoughts",
  "thoughtbox://sessions/%E0%A4%A",
  "https://sessions/a",
])("[R4] %j names nothing", (uri) => {
  expect(matchResource(resources.slice(0, 3), uri)).toBeUndefined();
});

test("[R4] the part after the first question mark is the query", () => {
  const match = matchResource(resources, "thoughtbox://sessions/a/thoughts?after=500&x=1/2?3");
  expect(match?.variables).toEqual({ sessionId: "a" });
  expect(Object.fromEntries(match!.query)).toEqual({ after: "500", x: "1/2?3" });
});

test("[R4] a URI with a variable is a template", () => {
  expect(resources.map(isTemplate)).toEqual([false, true, true, true]);
});
