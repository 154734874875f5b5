import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactText } from "../ledger/index.ts";
import { decode } from "./decode.ts";
import { documentPieces } from "./document.ts";
import { errorFrame } from "./kernel/error-frame.ts";
import { type CellDraft, toNotebook } from "./notebook.ts";
import { NOTEBOOK_FORMATS, type NotebookFormat } from "./notebooks.ts";
import type { Output } from "./output.ts";

const key = "sk-abcdefghijklmnopqrstuvwx0123";
const pem = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\nhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----";
const address = "postgres://ada:hunter22@db/x";
const secrets = [key, "MIIEvQIBADANBgkq", "hkiG9w0BAQEFAASC", "hunter22", "any-text-at-all", 'half"of-it'];

const code = (content: string): CellDraft => ({ kind: "code", content, filename: `${key}.ts` });
const written = (format: NotebookFormat, cells: readonly CellDraft[], outputs: readonly Output[] = []) => {
  const notebook = toNotebook({
    title: `Why ${key}?`,
    cells: [...cells],
    packageJson: `{ "name": "x", "config": { "apiKey": "any-text-at-all" } }`,
    tsconfig: `{ "password": "half\\"of-it" }`,
  });
  const perCell = new Map(notebook.cells.map(({ id }) => [id, outputs]));
  return [...documentPieces(format, notebook, perCell)].join("");
};
const isLeft = (text: string) =>
  [...secrets, ...secrets.map((one) => JSON.stringify(one).slice(1, -1))].filter((one) => text.includes(one));

describe("secrets in notebooks", () => {
  test.each(NOTEBOOK_FORMATS)(
    "[J21] %s contains no secret of a cell, and the rest of each text",
    (format) => {
      const text = written(format, [
        { kind: "title", content: `About ${key}` },
        { kind: "markdown", content: `Calling with ${key} fails; ${address} does not.` },
        code(`const pem = \`${pem}\`;\nconst rest = "${"x".repeat(5_000)}";`),
      ]);
      expect(isLeft(text)).toEqual([]);
      expect(text).toContain("Calling with [redacted] fails; ");
      expect(text).toContain("ada:[redacted]@db/x");
      expect(text).toContain("x".repeat(5_000));
      expect(text).toContain("Why [redacted]?");
    },
  );

  const outputs: readonly (readonly [string, Output])[] = [
    ["what a cell prints", { type: "stream", name: "stdout", text: `key ${key}\n${pem}\n` }],
    ["an error", { type: "error", name: key, message: `no ${address}`, frame: `> 1 | f("${key}")` }],
    ["text", display("text/plain", address)],
    ["HTML", display("text/html", `<b title="${key}">x</b>`)],
    [
      "a drawing",
      display("image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"><text>${key}</text></svg>`),
    ],
    ["a picture that is none", display("image/png", key)],
    ["a media type", display(`text/${key}`, "x")],
    ["JSON by name", display("application/json", `{"a":[{"apiKey":"any-text-at-all","n":1}]}`)],
    ["JSON with an escaped quote", display("application/json", `{"password":"half\\"of-it"}`)],
    [
      "a table",
      display("application/vnd.dataresource+json", `{"data":[{"password":"any-text-at-all","size":7}]}`),
    ],
  ];
  test.each(outputs)("[J21] no document contains a secret in %s", (_, output) => {
    for (const format of ["ipynb", "html"] as const) {
      const text = written(format, [code("1")], [output]);
      expect(isLeft(text)).toEqual([]);
      const pictures = [...text.matchAll(/base64,([^"]+)"/g)].map(([, data]) =>
        String(Buffer.from(data!, "base64")),
      );
      expect(isLeft(pictures.join())).toEqual([]);
      expect(text + pictures).toContain("[redacted]");
    }
  });

  test.each([
    ["the lines of a private key", `const a = \`${pem}\`;\nf();`, 3, undefined],
    ["half of a long line", `${" ".repeat(90)}f("${key}");${" ".repeat(200)}g()`, 1, 168],
  ])("[J21] the code frame of an error does not show %s", (_, content, line, column) => {
    const frame = errorFrame(content, line, column);
    for (const format of ["ipynb", "html"] as const) {
      const text = written(format, [code(content)], [{ type: "error", name: "E", message: "no", frame }]);
      expect(isLeft(text)).toEqual([]);
      expect(text).not.toContain("uvwx0123");
    }
  });

  test("[J21] an export loads as the same cells except for the secrets", () => {
    const piece = fc.constantFrom(
      key,
      address,
      pem,
      "\n```\n",
      "\n# ",
      "token = f()",
      "é漢",
      " ",
      "```ts\n",
      "x",
    );
    const content = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
    const cell: fc.Arbitrary<CellDraft> = fc.oneof(
      fc.record({ kind: fc.constantFrom("title" as const, "markdown" as const), content }),
      fc.record({ kind: fc.constant("code" as const), content, filename: content }),
    );
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 5 }), content, (cells, title) => {
        const notebook = toNotebook({ title, cells });
        const loaded = decode([...documentPieces("src.md", notebook, new Map())].join(""));
        const expected = toNotebook({
          title: redactText(title),
          cells: cells.map((one) => ({
            ...one,
            content: redactText(one.content),
            ...(one.kind === "code" && { filename: redactText(one.filename!) }),
          })) as CellDraft[],
        });
        expect(loaded).toEqual(expected);
        // Redacting twice changes nothing.
        expect(decode([...documentPieces("src.md", loaded, new Map())].join(""))).toEqual(loaded);
      }),
      { numRuns: 500 },
    );
  });

  test("[J21] redacts many secrets in one output quickly", () => {
    const fields = Array.from({ length: 50_000 }, (_, at) => ({ password: `any-text-${at}` }));
    const plain = fields.map(({ password }) => password).join("\n");
    const data = { "application/json": JSON.stringify(fields), "text/plain": plain };
    const start = performance.now();
    const text = written("ipynb", [code("1")], [{ type: "display", data }]);
    // Quadratic work would take minutes.
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(text).not.toContain("any-text-7");
  });

  test("[J21] writes JSON without a secret unchanged", () => {
    const text = '{ "b": 1,\n  "tokens": 12 }';
    expect(written("html", [code("1")], [display("application/json", text)])).toContain(
      "{ &quot;b&quot;: 1,\n  &quot;tokens&quot;: 12 }",
    );
  });
});

function display(mime: string, text: string): Output {
  return { type: "display", data: { [mime]: text } };
}
