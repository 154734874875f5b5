import { describe, expect, test } from "vitest";
import { markdownTable } from "./table.ts";

const table = (data: unknown, fields?: readonly string[]) =>
  markdownTable(
    JSON.stringify({ data, ...(fields && { schema: { fields: fields.map((name) => ({ name })) } }) }),
  );

describe("a table as Markdown", () => {
  test("[J13] has the named columns, else those of its rows", () => {
    expect(table([{ a: 1, b: "x" }, { a: null }])).toBe("| a | b |\n| --- | --- |\n| 1 | x |\n| null |  |");
    expect(table([{ a: 1, b: 2 }], ["b"])).toBe("| b |\n| --- |\n| 2 |");
  });

  test("[J13] no value breaks out of its cell", () => {
    expect(table([{ a: "x | y\nz\\" }])).toBe("| a |\n| --- |\n| x \\| y z\\\\ |");
  });

  test("[J13] shows at most 50 rows and says how many more there are", () => {
    const shown = table(Array.from({ length: 60 }, (_, row) => ({ row })))!;
    expect(shown.split("\n").filter((line) => /^\| \d/.test(line))).toHaveLength(50);
    expect(shown).toContain("… 10 rows left out …");
  });

  test.each(["", "7", "[]", '{"data":7}', '{"data":[1]}', '{"data":[[1]]}', "null"])(
    "[J13] %j is not a table",
    (json) => {
      expect(markdownTable(json)).toBeUndefined();
    },
  );

  test("[J13] tolerates odd fields", () => {
    expect(markdownTable('{"data":[{"a":1}],"schema":null}')).toContain("| a |");
    expect(markdownTable('{"data":[{"a":1}],"schema":{"fields":[null,7]}}')).toBeDefined();
  });
});
