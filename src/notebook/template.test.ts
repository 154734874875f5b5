import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { describe, expect, test } from "vitest";
import { encode } from "./encode.ts";
import { template, templateNames } from "./template.ts";

const folder = new URL("templates/", import.meta.url);
const END_OF_CELL = "-- end of cell --";

test("[J5] there are exactly five templates, each a file", () => {
  expect(templateNames).toHaveLength(5);
  expect(readdirSync(folder).sort()).toEqual(templateNames.map((name) => `${name}.src.md`).sort());
});

describe.each(templateNames)("the template %s", (name) => {
  test("[J5] has a title, Markdown that explains and at least three named code cells", async () => {
    const { title, language, cells } = await template(name);
    expect(title).toMatch(/\S/);
    expect(language).toBe("typescript");
    const code = cells.filter((cell) => cell.kind === "code");
    expect(code.length).toBeGreaterThanOrEqual(3);
    expect(new Set(code.map(({ filename }) => filename)).size).toBe(code.length);
    expect(cells[0]!.kind).toBe("markdown");
    expect(cells.filter(({ kind }) => kind === "markdown").length).toBeGreaterThanOrEqual(code.length);
  });

  test("[J5] is formatted like the encoder's output", async () => {
    expect(encode(await template(name))).toBe(readFileSync(new URL(`${name}.src.md`, folder), "utf8"));
  });

  test("[J5] runs from top to bottom in one scope, with nothing installed, and every cell has output", async () => {
    const cells = (await template(name)).cells.filter((cell) => cell.kind === "code");
    const code = cells.map(({ content }) => content).join("\n");
    expect(code).not.toMatch(/\b(import|require|fetch|process|Deno)\b/);
    expect(stripTypeScriptTypes(code)).toHaveLength(code.length);
    const said = `\nconsole.log("${END_OF_CELL}");\n`;
    const output = execFileSync(process.execPath, ["--input-type=module-typescript", "-"], {
      input: cells.map(({ content }) => content + said).join(""),
      encoding: "utf8",
      env: { NODE_NO_WARNINGS: "1" },
    });
    const parts = output.split(`${END_OF_CELL}\n`);
    expect(parts.pop()).toBe("");
    expect(parts).toEqual(cells.map(() => expect.stringMatching(/\S/)));
  });
});
