import { existsSync, readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { decode } from "../../src/notebook/decode.ts";
import type { Output } from "../../src/notebook/output.ts";
import { templateNames } from "../../src/notebook/template.ts";
import { openStore } from "../../src/store/open.ts";
import { runClew } from "../support/clew.ts";
import { notebookGround } from "../support/notebook-tool.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const { place, notebook, file } = notebookGround();

describe("templates", () => {
  it("[J19] templates names them, each with what it is for", async () => {
    const { code, stdout } = await notebook("templates");
    expect(code).toBe(0);
    for (const name of templateNames) expect(stdout).toMatch(new RegExp(`^${name} +\\S.{20}`, "m"));
    const answer = JSON.parse((await notebook("templates", "--json")).stdout);
    expect(answer.map(({ name }: { name: string }) => name)).toEqual(templateNames);
  });

  it.each(templateNames)("[J5] %s, written to a file, runs as it is", async (name) => {
    const path = place(`${name}.src.md`);
    expect((await notebook("new", path, "--template", name)).code).toBe(0);
    const { code, stdout, stderr } = await notebook("run", path);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/\d cells ran, 0 failed, \d+\.\d s\n$/);
  });

  it("[J19] new does not change an existing file", async () => {
    const path = file({ "a.ts": "1" });
    const before = readFileSync(path, "utf8");
    expect((await notebook("new", path, "--template", "bug-hunt")).code).toBe(1);
    expect(readFileSync(path, "utf8")).toBe(before);
  });
});

describe("clew notebook export of a file", () => {
  it("[J19] converts it without running it", async () => {
    const path = file({ "a.ts": 'throw new Error("never")' });
    const source = (await notebook("export", path)).stdout;
    expect(decode(source)).toEqual(decode(readFileSync(path, "utf8")));
    const jupyter = JSON.parse((await notebook("export", path, "--format", "ipynb")).stdout);
    expect(jupyter.cells[1]).toMatchObject({ cell_type: "code", outputs: [] });
    expect((await notebook("export", path, "--output", place("out.html"))).stdout).toBe("");
    expect(readFileSync(place("out.html"), "utf8")).toMatch(/^<!doctype html>/);
  });

  it("[J19] --run adds the output of its cells, and reports failed cells", async () => {
    const path = file({ "a.ts": "6 * 7" });
    const { code, stdout } = await notebook("export", path, "--format", "html", "--run");
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("42") });
    const failing = file({ "a.ts": 'throw new Error("broken")' });
    const failed = await notebook("export", failing, "--run", "--output", place("out.ipynb"));
    expect({ ...failed }).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^clew: .*1 failed/),
    });
    expect(existsSync(place("out.ipynb"))).toBe(true);
  });
});

describe("the notebooks of the ledger", () => {
  let id = "";
  beforeEach(async () => {
    const store = await openStore({ home: place(".") });
    const cells = [
      { kind: "markdown", content: "Some words" },
      { kind: "code", content: "6 * 7", filename: "six.ts" },
      { kind: "code", content: "seven", filename: "seven.ts" },
    ] as const;
    const made = await store.createNotebook({ id: "nb-test", title: "Kept", language: "typescript", cells });
    id = made.id;
    const facts = { durationMs: 3, startedAt: "2026-11-15T10:00:00.000Z", truncated: false };
    const outputs: Output[] = [
      { type: "stream", name: "stdout", text: "\u001b[2Jprinted" },
      { type: "display", data: { "text/plain": "42" }, result: true },
    ];
    const run = { status: "completed", exitCode: 0, ...facts, outputs } as const;
    await store.saveRun(id, "cell-2", run, { version: 1, lost: false });
    await store.close();
  });

  it("[J19] list prints a table, or JSON for scripts", async () => {
    const { code, stdout } = await notebook("list");
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^ID .*\nnb-test +3 +typescript +\S+ \S+ +Kept\n$/),
    });
    expect(JSON.parse((await notebook("list", "--json")).stdout)).toMatchObject([{ id, cellCount: 3 }]);
    using empty = temporaryFolder();
    expect((await runClew(["notebook", "list"], { home: empty.path })).stdout).toMatch(/^No notebooks yet\./);
  });

  it("[J19] show prints the cells and their output", async () => {
    const { code, stdout } = await notebook("show", id);
    expect(code).toBe(0);
    expect(stdout).toContain("six.ts · completed in 3 ms");
    expect(stdout).toContain("\ufffd[2Jprinted\n42\n");
    expect(stdout).toContain("seven.ts · never ran");
    const { cells } = JSON.parse((await notebook("show", id, "--json")).stdout);
    expect(cells[1]).toMatchObject({ id: "cell-2", run: { status: "completed", outputs: [{}, {}] } });
  });

  it("[J19] export has their outputs, and --run what they put out now", async () => {
    expect((await notebook("export", id, "--format", "html")).stdout).toContain("printed");
    const { code, stdout, stderr } = await notebook("export", id, "--format", "html", "--run");
    expect(stdout).not.toContain("printed");
    expect(stdout).toContain("seven is not defined");
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("2 cells ran, 1 failed") });
  });

  it.each(["show", "export"])("[J19] %s of an unknown one exits 1 with one line", async (command) => {
    const { code, stdout, stderr } = await notebook(command, "nb-none");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^clew: no notebook 'nb-none'.*clew notebook list.*\n$/);
  });
});
