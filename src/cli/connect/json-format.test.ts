import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { claudeCodeFile, claudeDesktopFile, cursorFile, geminiFile, vscodeFile } from "./fixtures.ts";
import type { McpServerEntry } from "./format.ts";
import { jsonFormat } from "./json-format.ts";
import { parseJsonc } from "./jsonc.ts";

const format = jsonFormat("mcpServers");
const entry: McpServerEntry = { type: "stdio", command: "npx", args: ["-y", "clew", "mcp"] };
const bare: McpServerEntry = { command: "npx", args: ["-y", "clew", "mcp"] };

describe("the layout of an entry", () => {
  test("[K1] a new file gets two spaces of indentation and a final newline", () => {
    expect(format.put("", "clew", bare)).toBe(
      '{\n  "mcpServers": {\n    "clew": {\n      "command": "npx",\n      "args": [\n        "-y",\n        "clew",\n        "mcp"\n      ]\n    }\n  }\n}\n',
    );
  });

  test("[K2] Claude Code's file grows only by the entry, after the last server", () => {
    const after = format.put(claudeCodeFile, "clew", entry);
    expect(added(claudeCodeFile, after)).toEqual([
      "    },",
      '    "clew": {',
      '      "type": "stdio",',
      '      "command": "npx",',
      '      "args": [',
      '        "-y",',
      '        "clew",',
      '        "mcp"',
      "      ]",
      "    }",
    ]);
  });

  test("[K2] keeps Claude Desktop's tabs, CRLF and missing final newline", () => {
    const after = format.put(claudeDesktopFile, "clew", bare);
    expect(after).toContain('\r\n\t\t},\r\n\t\t"clew": {\r\n\t\t\t"command": "npx",\r\n');
    expect(after.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(after.endsWith("}")).toBe(true);
  });

  test("[K2] a comment in Cursor's file stays with the server it follows", () => {
    const after = format.put(cursorFile, "clew", entry);
    expect(after).toContain('}, // the team\'s board\n        "clew": {\n            "type"');
    expect(after).toContain('}\n        // "sentry"');
  });

  test("[K2] the entry in VS Code's file has a trailing comma like its neighbours", () => {
    const after = jsonFormat("servers").put(vscodeFile, "clew", entry);
    expect(after).toContain('\t\t},\n\t\t"clew": {\n\t\t\t"type": "stdio",');
    expect(after).toContain("\t\t\t]\n\t\t},\n\t},\n}\n");
  });

  test("[K2] a document on one line stays on one line", () => {
    expect(format.put('{"a":1}', "clew", bare)).toBe(
      '{"a":1,"mcpServers":{"clew":{"command":"npx","args":["-y","clew","mcp"]}}}',
    );
    expect(format.put('{"mcpServers": {"x": {}}}', "clew", { url: "u" })).toBe(
      '{"mcpServers": {"x": {}, "clew": {"url": "u"}}}',
    );
    expect(format.put('{"mcpServers": {\n  "x": {} }}', "clew", { url: "u" })).toBe(
      '{"mcpServers": {\n  "x": {},\n  "clew": {\n    "url": "u"\n  } }}',
    );
  });

  test("[K2] an existing empty list of servers is still there after connect and remove", () => {
    const before = '{\n  "mcpServers": {},\n  "b": 1\n}\n';
    const after = format.put(before, "clew", { url: "u" });
    expect(after).toBe('{\n  "mcpServers": { "clew": {"url": "u"} },\n  "b": 1\n}\n');
    expect(format.drop(after, "clew")).toBe(before);
  });

  test("[K9] a replaced entry keeps its position", () => {
    const before = format.put(geminiFile, "clew", { httpUrl: "u" }).replace('"ui"', '"UI"');
    const after = format.put(before, "clew", { command: "x", args: [] });
    expect(after).toContain('    "clew": {\n      "command": "x",\n      "args": []\n    }\n  },\n  "UI"');
    expect(format.drop(after, "clew")).toBe(geminiFile.replace('"ui"', '"UI"'));
    const inline = format.put('{"mcpServers":{ "clew":{} }}', "clew", { url: "u" });
    expect(inline).toBe('{"mcpServers":{ "clew":{"url":"u"} }}');
  });
});

describe("removing an entry", () => {
  test.each([
    ["the first of several", '{"mcpServers": {"clew": 1, "b": 2}}', '{"mcpServers": {"b": 2}}'],
    ["one in the middle", '{"mcpServers": {"a": 1, "clew": 1, "b": 2}}', '{"mcpServers": {"a": 1, "b": 2}}'],
    [
      "a line in the middle",
      '{"mcpServers": {\n "a": 1,\n "clew": 1,\n "b": 2\n}}',
      '{"mcpServers": {\n "a": 1,\n "b": 2\n}}',
    ],
    [
      "a line with a comment",
      '{"mcpServers": {\n "a": 1,\n "clew": 1 // mine\n}}',
      '{"mcpServers": {\n "a": 1\n // mine\n}}',
    ],
    [
      "a line below a comment",
      '{"mcpServers": {\n "a": 1, // a\n "clew": 1, "b": 2}}',
      '{"mcpServers": {\n "a": 1, // a\n "b": 2}}',
    ],
    [
      "a list of its own with a comment",
      '{"mcpServers": {\n // mine\n "clew": 1\n}}',
      '{"mcpServers": {\n // mine\n}}',
    ],
    ["a document of its own", '{"mcpServers": {"clew": 1}}', "{}"],
    ["nothing", '{"mcpServers": {"a": 1}}', '{"mcpServers": {"a": 1}}'],
    ["nothing from no list", '{"a": 1}', '{"a": 1}'],
    ["nothing from an empty file", "", ""],
  ])("[K5] %s", (_, before, after) => {
    expect(format.drop(before, "clew")).toBe(after);
  });
});

describe("documents that cannot be edited", () => {
  test.each([
    ["[1]", "the document is not an object", 1, 1],
    ['{\n  "mcpServers": []\n}', '"mcpServers" is not an object', 2, 17],
    ['{"mcpServers": null}', '"mcpServers" is not an object', 1, 16],
    ['{"mcpServers": {},\n "mcpServers": {}}', '"mcpServers" occurs twice', 2, 2],
    ['{"mcpServers": {"clew": 1, "clew": 2}}', '"clew" occurs twice', 1, 28],
  ])("[K7] refuses %j and names the position", (text, message, line, column) => {
    const refusal = expect.objectContaining({ message, position: { line, column } });
    expect(() => format.put(text, "clew", entry)).toThrow(refusal);
    expect(() => format.drop(text, "clew")).toThrow(refusal);
    expect(() => format.read(text, "clew")).toThrow(refusal);
  });
});

describe("for every document", () => {
  const names = fc.string({ unit: "grapheme" }).filter((name) => name !== "clew");
  const settings = fc.dictionary(
    fc.string().filter((key) => key !== "mcpServers"),
    fc.jsonValue({ maxDepth: 2 }),
    { maxKeys: 4 },
  );
  const servers = fc.option(fc.dictionary(names, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }), {
    nil: undefined,
  });
  const documents = fc
    .tuple(settings, servers, settings)
    .map(([head, list, tail]) => ({ ...head, ...(list && { mcpServers: list }), ...tail }));

  const trivia = fc.constantFrom(
    ...["", "", " ", "  ", "\t", "\n", "\n  ", "\r\n\t", "\n\n", " // note\n", " // http://x\r\n  "],
    ...["/* c */", " /* a\nb */ ", "// }\n", "/* , */\n"],
  );
  const gapLists = fc.array(trivia, { minLength: 1, maxLength: 40 });

  test("[K2][K5] with any indentation, connect then remove restores the text and keeps all other values", () => {
    fc.assert(
      fc.property(
        documents,
        fc.constantFrom("", " ", "  ", "    ", "\t", "   \t"),
        fc.constantFrom("\n", "\r\n"),
        fc.constantFrom("", "\n", "\r\n", "\n\n", "  "),
        (document, indent, newline, ending) => {
          const before = JSON.stringify(document, undefined, indent).replaceAll("\n", newline) + ending;
          const after = format.put(before, "clew", entry);
          expect(JSON.parse(after)).toEqual(
            JSON.parse(
              JSON.stringify({
                ...document,
                mcpServers: { ...(document as { mcpServers?: object }).mcpServers, clew: entry },
              }),
            ),
          );
          expect(format.drop(after, "clew")).toBe(before);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("[K2][K5] also with comments, trailing commas and odd whitespace anywhere", () => {
    fc.assert(
      fc.property(documents, gapLists, fc.boolean(), (document, gaps, isTrailing) => {
        const before = scattered(document, gaps, isTrailing);
        const after = format.put(before, "clew", entry);
        expect(format.read(after, "clew")).toEqual(entry);
        expect(format.rest(after, "clew")).toEqual(format.rest(before, "clew"));
        expect(comments(after)).toEqual(comments(before));
        expect(format.drop(after, "clew")).toBe(before);
      }),
      { numRuns: 2000 },
    );
  });

  test("[K5][K9] removes or replaces an entry at any position and keeps all other values", () => {
    const list = fc.dictionary(names, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 });
    const around = fc.tuple(settings, list, list, settings).map(([head, before, after, tail]) => ({
      ...head,
      mcpServers: { ...before, clew: { command: "old" }, ...after },
      ...tail,
    }));
    fc.assert(
      fc.property(around, gapLists, fc.boolean(), (document, gaps, isTrailing) => {
        const before = scattered(document, gaps, isTrailing);
        for (const after of [format.drop(before, "clew"), format.put(before, "clew", entry)]) {
          expect(format.rest(after, "clew")).toEqual(format.rest(before, "clew"));
        }
        expect(format.read(format.drop(before, "clew"), "clew")).toBeUndefined();
        expect(format.read(format.put(before, "clew", entry), "clew")).toEqual(entry);
      }),
      { numRuns: 2000 },
    );
  });
});

/** A document as text with something between every two tokens. */
function scattered(document: unknown, gaps: readonly string[], isTrailing: boolean): string {
  let count = 0;
  const gap = () => gaps[count++ % gaps.length] as string;
  const list = (open: string, items: readonly string[], close: string) =>
    open +
    gap() +
    items.join(`,${gap()}`) +
    (isTrailing && items.length > 0 ? `${gap()},` : "") +
    gap() +
    close;
  const print = (value: unknown): string => {
    if (Array.isArray(value))
      return list(
        "[",
        value.map((item) => print(item) + gap()),
        "]",
      );
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const members = Object.entries(value).map(
      ([key, item]) => `${gap()}${JSON.stringify(key)}${gap()}:${gap()}${print(item)}${gap()}`,
    );
    return list("{", members, "}");
  };
  const text = gap() + print(document) + gap();
  parseJsonc(text);
  return text;
}

function comments(text: string): readonly string[] {
  const pattern = /"(?:\\.|[^"\\])*"|(\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)/g;
  return [...text.matchAll(pattern)].flatMap(([, comment]) => comment ?? []);
}

function added(before: string, after: string): readonly string[] {
  const old = before.split("\n");
  const fresh = after.split("\n");
  let head = 0;
  while (old[head] === fresh[head]) head++;
  let tail = 0;
  while (old.at(-1 - tail) === fresh.at(-1 - tail) && tail < old.length - head - 1) tail++;
  return fresh.slice(head, fresh.length - tail);
}
