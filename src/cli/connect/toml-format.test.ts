import fc from "fast-check";
import { parse, stringify } from "smol-toml";
import { describe, expect, test } from "vitest";
import { codexFile } from "./fixtures.ts";
import type { McpServerEntry } from "./format.ts";
import { Refusal } from "./format.ts";
import { tomlFormat as format } from "./toml-format.ts";

const entry: McpServerEntry = { command: "npx", args: ["-y", "clew", "mcp"] };
const block = '[mcp_servers.clew]\ncommand = "npx"\nargs = ["-y", "clew", "mcp"]';

describe("adding a table", () => {
  test("[K1][K2] Codex's file grows only by the table, separated by an empty line", () => {
    const after = format.put(codexFile, "clew", entry);
    expect(after).toBe(`${codexFile}\n${block}\n`);
    expect(parse(after)).toEqual({
      ...parse(codexFile),
      mcp_servers: { ...(parse(codexFile).mcp_servers as object), clew: entry },
    });
  });

  test("[K1] a new file contains only the table, with the address for a server over HTTP", () => {
    expect(format.put("", "clew", entry)).toBe(`${block}\n`);
    expect(format.put("", "clew", { url: "http://127.0.0.1:4747/mcp" })).toBe(
      '[mcp_servers.clew]\nurl = "http://127.0.0.1:4747/mcp"\n',
    );
  });

  test("[K2] keeps CRLF and a missing final newline", () => {
    expect(format.put("a = 1\r\n", "clew", { url: "u" })).toBe(
      'a = 1\r\n\r\n[mcp_servers.clew]\r\nurl = "u"\r\n',
    );
    expect(format.put("a = 1", "clew", { url: "u" })).toBe('a = 1\n\n[mcp_servers.clew]\nurl = "u"');
  });

  test("[K1] a Windows path keeps its backslashes", () => {
    const launch = { command: "C:\\Program Files\\nodejs\\node.exe", args: ['say "hi"'] };
    expect(format.read(format.put("", "clew", launch), "clew")).toEqual(launch);
  });

  test.each([
    ["a list opened by a header", "[mcp_servers]\n"],
    ["a list in dotted keys", 'mcp_servers.other.command = "x"\n'],
    ["a list in a header with inline tables", '[mcp_servers]\nother = { command = "x" }\n'],
  ])("[K2][K5] %s accepts a table and is restored by its removal", (_, before) => {
    const after = format.put(before, "clew", entry);
    expect(format.read(after, "clew")).toEqual(entry);
    expect(format.rest(after, "clew")).toEqual(format.rest(before, "clew"));
    expect(format.drop(after, "clew")).toBe(before);
  });
});

describe("an existing entry", () => {
  test.each([
    ["a header", '[mcp_servers.clew]\ncommand = "x"\n'],
    ["a header with quotes", '[ mcp_servers . "clew" ]\ncommand = "x"\n'],
    ["a header with escapes", '["mcp_servers".\'clew\']\n"comm\\u0061nd" = "x"\n'],
    ["dotted keys", 'mcp_servers.clew.command = "x"\n'],
    ["an inline table", '[mcp_servers]\nclew = { command = "x" }\n'],
    ["an inline list", 'mcp_servers = { clew = { command = "x" } }\n'],
    ["dotted keys under a header", '[mcp_servers]\n"clew".command = "x"\n'],
  ])("[K9] is found when written as %s", (_, text) => {
    expect(format.read(text, "clew")).toEqual({ command: "x" });
  });

  test("[K9] is replaced at its position, together with its sub-tables", () => {
    const before =
      'a = 1\n\n[mcp_servers.clew] # mine\ncommand = "x"\n# why\nargs = [\n  "]", # no end\n]\n\n# next\n[b]\nc = 1\n\n[mcp_servers.clew.env]\nK = "v"\n\n[d]\n';
    expect(format.put(before, "clew", entry)).toBe(`a = 1\n\n${block}\n\n# next\n[b]\nc = 1\n\n[d]\n`);
  });

  test("[K5] is removed at any position, and nothing else", () => {
    const before =
      'a = 1\n\n[mcp_servers.clew]\ncommand = "x"\n# why\n[mcp_servers.clew.env]\nK = "v"\n\n[mcp_servers.clewless]\nurl = "u"\n';
    expect(format.drop(before, "clew")).toBe('a = 1\n# why\n\n[mcp_servers.clewless]\nurl = "u"\n');
    const pairs = '[mcp_servers]\nclew.command = "x"\nother.command = "y"\nclew.args = []\n';
    expect(format.drop(pairs, "clew")).toBe('[mcp_servers]\nother.command = "y"\n');
    expect(format.drop(codexFile, "clew")).toBe(codexFile);
  });

  test("[K9] in another table's keys is replaced by its own table", () => {
    const before = '[mcp_servers]\nclew = { command = "x" }\nother = { command = "y" }\n';
    expect(format.put(before, "clew", entry)).toBe(`[mcp_servers]\nother = { command = "y" }\n\n${block}\n`);
  });
});

describe("files that cannot be edited", () => {
  test("[K7] refuses a broken file and names the position", () => {
    expect(refusal(() => format.put('a = 1\nb = "x\n', "clew", entry)).position?.line).toBe(2);
    expect(refusal(() => format.read("a = 1\na = 2\n", "clew")).position?.line).toBe(2);
  });

  test("[K7] refuses a list of servers that is not a table", () => {
    expect(refusal(() => format.put("mcp_servers = 1\n", "clew", entry)).message).toBe(
      '"mcp_servers" is not a table',
    );
    expect(refusal(() => format.put("[[mcp_servers]]\n", "clew", entry)).message).toBe(
      '"mcp_servers" is not a table',
    );
  });

  test("[K7] refuses an inline list of servers and says what to do by hand", () => {
    const text = 'mcp_servers = { other = { command = "y" }, clew = { command = "x" } }\n';
    expect(refusal(() => format.put(text, "clew", entry)).message).toBe(
      '"mcp_servers" is an inline table; add by hand: clew = { command = "npx", args = ["-y", "clew", "mcp"] }',
    );
    expect(refusal(() => format.drop(text, "clew")).message).toBe(
      '"mcp_servers" is an inline table; remove "clew" by hand',
    );
  });
});

test("[K2][K5] for every document, connect then remove restores the text and keeps all other values", () => {
  const key = fc.string({ minLength: 1 });
  const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant('"""\n[mcp_servers.clew]\n'));
  const table = fc.dictionary(key, fc.oneof(scalar, fc.array(fc.string()), fc.dictionary(key, scalar)));
  const names = key.filter((name) => name !== "clew");
  const servers = fc.option(fc.dictionary(names, table, { maxKeys: 3 }), { nil: undefined });
  fc.assert(
    fc.property(
      fc.dictionary(key, fc.oneof(scalar, table), { maxKeys: 5 }),
      servers,
      fc.constantFrom("\n", "\r\n"),
      fc.constantFrom("", "\n", "\n\n", "# end", "\r\n", "  "),
      (settings, list, newline, ending) => {
        const { mcp_servers: _, ...others } = settings;
        const before =
          stringify({ ...others, ...(list && { mcp_servers: list }) }).replaceAll("\n", newline) + ending;
        const after = format.put(before, "clew", entry);
        expect(after.startsWith(before)).toBe(true);
        expect(format.read(after, "clew")).toEqual(entry);
        expect(format.rest(after, "clew")).toEqual(format.rest(before, "clew"));
        expect(format.drop(after, "clew")).toBe(before);
      },
    ),
    { numRuns: 500 },
  );
});

function refusal(run: () => unknown): Refusal {
  try {
    run();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}
