import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decode } from "../../src/notebook/decode.ts";
import { NOTEBOOK_FORMATS } from "../../src/notebook/notebooks.ts";
import { answerOf } from "../support/call.ts";
import { runClew } from "../support/clew.ts";
import { connectStdio } from "../support/connect.ts";
import { notebookGround } from "../support/notebook-tool.ts";

const secret = "sk-abcdefghijklmnopqrstuvwx0123";
const content = `console.log("${secret}".toUpperCase().toLowerCase());\n({ password: "hunter" + 22 })`;
const { place, surroundings, notebook, file } = notebookGround();

const expectNone = (text: string) => {
  expect(text).not.toContain(secret);
  expect(text).not.toContain("hunter22");
  expect(text).toContain("[redacted]");
};

describe("exports of a notebook", () => {
  it("[J21] contain no secret through the tool, the gateway and the command", async () => {
    await using on = await connectStdio("2026-07-28", surroundings());
    const { notebookId } = await answerOf(on.client, "notebook", {
      operation: "create",
      args: { title: "Keys" },
    });
    for (const [operation, args] of [
      ["add_cell", { content, filename: "a.ts" }],
      ["run_all", {}],
    ] as const)
      await answerOf(on.client, "notebook", { operation, args: { notebookId, ...args } });
    await answerOf(on.client, "thoughtbox_gateway", { operation: "start_new", args: { title: "Keys" } });
    await answerOf(on.client, "thoughtbox_gateway", { operation: "cipher" });
    for (const format of NOTEBOOK_FORMATS) {
      const through = {
        tool: await answerOf(on.client, "notebook", { operation: "export", args: { notebookId, format } }),
        gateway: await answerOf(on.client, "thoughtbox_gateway", {
          operation: "notebook",
          args: { action: "export", notebookId, format },
        }),
      };
      for (const { path } of Object.values(through)) expectNone(readFileSync(place(String(path)), "utf8"));
      const kept = await notebook("export", String(notebookId), "--format", format);
      expectNone(kept.stdout);
      const written = place(`kept.${format}`);
      expect((await notebook("export", String(notebookId), "--output", written)).code).toBe(0);
      expectNone(readFileSync(written, "utf8"));
    }
    const loaded = await answerOf(on.client, "notebook", {
      operation: "load",
      args: { path: place("kept.src.md") },
    });
    expect(loaded).toMatchObject({ title: "Keys", cells: [{ filename: "a.ts" }] });
  });

  it("[J21] contain no secret when a person converts or runs a file", async () => {
    const path = file({ "a.ts": content });
    for (const format of NOTEBOOK_FORMATS) {
      expectNone((await notebook("export", path, "--format", format)).stdout);
      expectNone((await notebook("export", path, "--format", format, "--run")).stdout);
    }
    const page = join(place("."), "run.html");
    expect((await runClew(["notebook", "run", path, "--output", page], surroundings())).code).toBe(0);
    expectNone(readFileSync(page, "utf8"));
    expect(decode(readFileSync(path, "utf8")).cells[0]!.content).toBe(content);
  });
});
