import { describe, expect, test } from "vitest";
import { getMentalModel, mentalModelNames } from "../models/catalogue.ts";
import type { Services, Terminal } from "./command.ts";
import { models } from "./models.ts";
import { runProgram } from "./program.ts";

async function run(...argv: string[]) {
  const printed = { out: "", err: "" };
  const terminal: Terminal = {
    out(text) {
      printed.out += text;
    },
    err(text) {
      printed.err += text;
    },
    isTerminal: false,
    env: {},
    homeFolder: "home",
    platform: "linux",
    workingFolder: "here",
  };
  const services = { version: "1.2.3" } as Services;
  const code = await runProgram(["models", ...argv], { models: async () => models }, terminal, services);
  return { code, ...printed };
}

describe("clew models", () => {
  test("[V5] list shows one model per line", async () => {
    const { code, out } = await run("list");
    const [headings, ...rows] = out.trimEnd().split("\n");
    expect(code).toBe(0);
    expect(headings).toMatch(/^NAME +TAGS +WHAT IT DOES$/);
    expect(rows.map((row) => row.split(" ")[0])).toEqual(mentalModelNames);
  });

  test("[V5] list --tag filters by a tag in any spelling", async () => {
    for (const tag of ["risk-analysis", "Risk Analysis"]) {
      const { out } = await run("list", "--tag", tag, "--json");
      const { models: found } = JSON.parse(out);
      expect(found.map(({ name }: { name: string }) => name)).toEqual([
        "premortem-analysis",
        "swot-analysis",
        "red-team-blue-team",
      ]);
      expect(Object.keys(found[0])).toEqual(["name", "description", "tags"]);
    }
  });

  test("[V5] show prints a model as a document, and complete with --json", async () => {
    const model = (await getMentalModel("five-whys"))!;
    const { code, out } = await run("show", "five-whys");
    expect(code).toBe(0);
    expect(out).toContain(`# Five Whys\n\n${model.description}\nTags: debugging, validation\n\n`);
    expect(out).toContain(model.content);
    expect(JSON.parse((await run("show", "Five Whys", "--json")).out)).toEqual(model);
  });

  test("[V5] an unknown model or tag gives one line with the known ones", async () => {
    expect(await run("show", "six-whys")).toEqual({
      code: 1,
      out: "",
      err: "clew: no model 'six-whys'. Did you mean 'five-whys'? `clew models list` shows all of them.\n",
    });
    const { code, out, err } = await run("list", "--tag", "root-cause\u001b[2J");
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(/^clew: --tag must be one of debugging, .*validation, not 'root-cause\ufffd\[2J'\n$/);
  });
});
