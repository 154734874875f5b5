import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import { afterEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Services, Terminal } from "../../src/cli/command.ts";
import { lint } from "../../src/cli/lint.ts";
import { runProgram } from "../../src/cli/program.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const require = createRequire(import.meta.url);
const schemas = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false, logger: false });
const schemaOf = (name: string) =>
  JSON.parse(readFileSync(require.resolve(`schemastore/schemas/json/${name}.json`), "utf8"));
schemas.addSchema(schemaOf("pre-commit-hooks"), "https://json.schemastore.org/pre-commit-hooks.json");

/** What is wrong with a document, by one of SchemaStore's schemas. */
function problemsOf(schema: string, document: unknown) {
  const id = `https://example.org/${schema}`;
  if (!schemas.getSchema(id)) schemas.addSchema({ ...schemaOf(schema), $id: id }, id);
  const check = schemas.getSchema(id)!;
  check(document);
  return check.errors ?? [];
}

const example = "examples/lint-in-ci";

afterEach(() => {
  process.exitCode = undefined;
});

async function clewLint(...argv: string[]) {
  using home = temporaryFolder();
  process.exitCode = undefined;
  let out = "";
  const terminal = { out: (text: string) => (out += text), err: () => {}, workingFolder: example };
  const services = { version: "1.2.3", config: () => ({}), dataHome: () => home.path } as unknown as Services;
  const code = await runProgram(
    ["lint", ...argv],
    { lint: async () => lint },
    terminal as unknown as Terminal,
    services,
  );
  return { code, out };
}

const sessions = ["sessions/cache-size.json", "sessions/upload-timeout.json"];

describe("the linter in CI", () => {
  it("[LT12] the example's sessions are checked, and the one without evidence fails", async () => {
    const { code, out } = await clewLint(...sessions);
    expect(code).toBe(1);
    expect(readFileSync(`${example}/README.md`, "utf8")).toContain(out);
    expect((await clewLint(sessions[0]!)).code).toBe(0);
  });

  it("[LT9] SARIF fits its schema, and names the line of the thought", async () => {
    const { out } = await clewLint(...sessions, "--format", "sarif");
    const log = JSON.parse(out);
    expect(problemsOf("sarif-2.1.0", log)).toEqual([]);
    const { artifactLocation, region } = log.runs[0].results[0].locations[0].physicalLocation;
    expect(artifactLocation.uri).toBe(sessions[1]);
    const line = readFileSync(`${example}/${sessions[1]}`, "utf8").split("\n")[region.startLine - 1];
    expect(line).toContain("all tests pass");
    log.runs[0].results[0].level = "fatal";
    expect(problemsOf("sarif-2.1.0", log)).not.toEqual([]);
  });

  it("[LT12] the workflow and the pre-commit hook fit their schemas", () => {
    const read = (name: string) => parse(readFileSync(`integrations/github/${name}`, "utf8"));
    expect(problemsOf("github-workflow", read("clew-lint.yml"))).toEqual([]);
    expect(problemsOf("pre-commit-config", read("pre-commit-config.yaml"))).toEqual([]);
    expect(problemsOf("github-workflow", { ...read("clew-lint.yml"), jobs: { lint: {} } })).not.toEqual([]);
    const { files } = read("pre-commit-config.yaml").repos[0].hooks[0];
    for (const file of sessions) expect(file).toMatch(new RegExp(files));
  });
});
