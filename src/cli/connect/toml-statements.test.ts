import { expect, test } from "vitest";
import { codexFile } from "./fixtures.ts";
import { tomlStatements } from "./toml-statements.ts";

test("[K2] statements cover Codex's file with the paths that a parser returns", () => {
  const found = tomlStatements(codexFile);
  expect(found.map(({ path }) => path.join(" / "))).toEqual([
    "model",
    "model_reasoning_effort",
    "notify",
    "developer_instructions",
    "projects / /home/ada/work/engine",
    "projects / /home/ada/work/engine / trust_level",
    "mcp_servers / context7",
    "mcp_servers / context7 / command",
    "mcp_servers / context7 / args",
    "mcp_servers / context7 / env",
    "mcp_servers / context7 / env / CONTEXT7_API_KEY",
    "mcp_servers / odd name",
    "mcp_servers / odd name / url",
    "mcp_servers / odd name / http_headers",
    "tui",
    "tui / notifications",
    "tui / since",
  ]);
  const notify = found.find(({ path }) => path[0] === "notify");
  expect(codexFile.slice(notify?.start, notify?.end)).toMatch(/^notify = \[[\s\S]*\n\]\n$/);
});

test.each([
  ["a multi-line string that ends in quotes of its own", 'a = """x"""""\n[b]\n', ["a", "b"]],
  [
    "a multi-line string that ends in one quote of its own",
    'a = """x""""\n[b]\nc = "d"\n',
    ["a", "b", "b/c"],
  ],
  ["a literal string with a backslash at its end", "a = 'x\\'\n[b]\n", ["a", "b"]],
  ["a multi-line literal string", "a = '''\n[x]\n'''\nb = 1", ["a", "b"]],
  ["an escaped quote before a bracket", 'a = "\\"]"\nb = ["]", "#"] # [c\nd = 1\n', ["a", "b", "d"]],
  ["keys that hold the signs of the syntax", '"=" = 1\n["]"]\n\'#\'=2\n', ["=", "]", "]/#"]],
  ["an array of tables", "[[a.b]]\nc = 1\n", ["a/b", "a/b/c"]],
  ["nothing", "\n# only a comment\n  \n", []],
])("[K2] skips %s as a parser does", (_, text, paths) => {
  expect(tomlStatements(text).map(({ path }) => path.join("/"))).toEqual(paths);
});
