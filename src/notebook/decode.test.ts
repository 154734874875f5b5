import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decode } from "./decode.ts";
import { encode } from "./encode.ts";
import { NotebookFileError } from "./file-error.ts";

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}.src.md`, import.meta.url), "utf8");
const HEADER = '<!-- srcbook:{"language":"typescript"} -->';
const files = new Map([
  ["./package.json", "{}"],
  ["./src/hello.ts", "console.log('hello');\n"],
]);
const linked = (path: string) => files.get(path);

describe("files as Srcbook writes them", () => {
  test("[J2] a JavaScript notebook with inline code loads", () => {
    const { title, language, packageJson, cells } = decode(fixture("inline-javascript"));
    expect([title, language]).toEqual(["Shipping costs", "javascript"]);
    expect(JSON.parse(packageJson!)).toMatchObject({ dependencies: { ms: "^2.1.3" } });
    expect(cells.map(({ kind }) => kind)).toEqual(["markdown", "code", "code", "markdown"]);
    expect(cells[0]!.content).toMatch(
      /^## What a parcel costs\n[\s\S]*\n###### nor a file name\n[\s\S]*2\. multiply$/,
    );
    expect(cells[1]).toEqual({
      id: "cell-2",
      kind: "code",
      filename: "tariff.js",
      content: "export const base = 4;\nexport const perKilogram = 1.5;",
    });
  });

  test("[J2] a TypeScript notebook with a tsconfig loads", () => {
    const { tsconfig, cells } = decode(fixture("inline-typescript"));
    expect(JSON.parse(tsconfig!)).toEqual({ compilerOptions: { module: "nodenext", strict: true } });
    expect(cells).toMatchObject([
      { kind: "code", filename: "count.ts" },
      { kind: "markdown", content: "Now use it:" },
      { kind: "code", filename: "main.ts" },
    ]);
  });

  test("[J2] a notebook whose code is in files loads with the files", () => {
    const { tsconfig, packageJson, cells } = decode(fixture("external-typescript"), { linked });
    expect(JSON.parse(tsconfig!)).toEqual({ compilerOptions: { noEmit: true }, include: ["src/**/*"] });
    expect(packageJson).toBe("{}");
    expect(cells[1]).toMatchObject({ filename: "hello.ts", content: "console.log('hello');\n" });
  });

  test.each(["inline-javascript", "inline-typescript"])("[J2] writes %s back byte for byte", (name) => {
    expect(encode(decode(fixture(name)))).toBe(fixture(name));
  });

  test.each(["inline-javascript", "inline-typescript"])("[J2] loads %s with Windows line endings", (name) => {
    const converted = `\ufeff${fixture(name).replaceAll("\n", "\r\n")}`;
    expect(decode(converted)).toEqual(decode(fixture(name)));
  });
});

describe("malformed files", () => {
  test.each([
    ["nothing", "", 1, /must begin with/],
    ["no header", "# Title\n", 1, /must begin with/],
    ["a header that is no JSON", "\n<!-- srcbook:{language} -->\n\n# T\n", 2, /JSON/],
    [
      "an unknown language",
      '<!-- srcbook:{"language":"cobol"} -->\n\n# T\n',
      1,
      /"typescript" or "javascript"/,
    ],
    ["no title", `${HEADER}\n\n## Two\n`, 3, /title/],
    [
      "a file name without code",
      `${HEADER}\n\n# T\n\n###### a.ts\n\ntext\n`,
      5,
      /follows the heading 'a\.ts'/,
    ],
    ["a file name at the end", `${HEADER}\n\n# T\n\n###### a.ts`, 5, /follows the heading/],
    ["code without a name", `${HEADER}\n\n# T\n\n######\n\n\`\`\`ts\n1\n\`\`\`\n`, 5, /no file name/],
    ["code without an end", `${HEADER}\n\n# T\n\n###### a.ts\n\n\`\`\`ts\n1\n`, 7, /no end/],
    [
      "two package.json",
      fixture("inline-typescript").replace("main.ts", "package.json"),
      26,
      /more than one/,
    ],
    ["files that cannot be read", fixture("external-typescript"), 7, /'\.\/package\.json'.*cannot be read/],
    [
      "a path out of the folder",
      `${HEADER}\n\n# T\n\n###### a\n\n[a](./../a)\n`,
      7,
      /below the notebook's folder/,
    ],
    [
      "an address as a path",
      `${HEADER}\n\n# T\n\n###### a\n\n[a](file:///a)\n`,
      7,
      /below the notebook's folder/,
    ],
    ["a mark before nothing", `${HEADER}\n\n# T\n\n<!-- clew:markdown -->\n\ntext\n`, 5, /markdown cell/],
    ["a name's mark before nothing", `${HEADER}\n\n# T\n\n<!-- clew:file "a" -->\n`, 5, /names a code cell/],
  ])("[J2] refuses %s and names the line", (_, file, line, problem) => {
    const refused = failureOf(file);
    expect(refused).toBeInstanceOf(NotebookFileError);
    expect(refused).toMatchObject({ line, message: expect.stringMatching(problem) });
    expect(refused!.message).toContain(`Line ${line}: `);
  });

  test("[J2] any text is a notebook or is refused with a line of the file", () => {
    const pieces = [
      HEADER,
      "\n",
      "# T",
      "###### a.ts",
      "```",
      "````",
      "<!-- clew:",
      "title",
      'file "',
      " -->",
      "[a](./a)",
    ];
    const file = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary" })), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(file, fc.boolean(), (parts, whole) => {
        const text = (whole ? `${HEADER}\n# T\n` : "") + parts.join("");
        const refused = failureOf(text);
        if (!refused) return;
        expect(refused).toBeInstanceOf(NotebookFileError);
        expect(refused.line).toBeGreaterThanOrEqual(1);
        expect(refused.line).toBeLessThanOrEqual(text.split("\n").length);
      }),
      { numRuns: 2_000 },
    );
  });

  test("[J2] refuses a header of unlimited depth", () => {
    const deep = `<!-- srcbook:{"language":"typescript","tsconfig.json":{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}} -->`;
    expect(failureOf(`${deep}\n\n# T\n`)).toMatchObject({ line: 1 });
  });
});

function failureOf(file: string): NotebookFileError | undefined {
  try {
    decode(file);
    return undefined;
  } catch (error) {
    return error as NotebookFileError;
  }
}
