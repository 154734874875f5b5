import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RESERVED, reservedIn } from "../../src/files/reserved-names.ts";
import { answerOf, call } from "../support/call.ts";
import { runClew } from "../support/clew.ts";
import { connectStdio } from "../support/connect.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Ways to write a name so that it leads to the same file, here or on another file system. */
const spellings = (name: string): readonly string[] => [
  name,
  `./${name}`,
  `exports/../${name}`,
  `${name}/`,
  `${name}/inner`,
  `${name}/deep/inner`,
  name.toUpperCase(),
  `${name[0]!.toUpperCase()}${name.slice(1)}`,
  `${name}.`,
  `${name} `,
  `${name}. .`,
  name.replace("n", "\uff4e"),
  name.replace("c", "\u200dc"),
  `link-to-home/${name}`,
  `~home/${name}`,
];
const names = [...RESERVED, "clew.db-wal", "clew.db-shm", "clew.db-journal", "clew.db.part", "other.db-wal"];

const cleanup = new AsyncDisposableStack();
const home = cleanup.use(temporaryFolder()).path;
const outside = cleanup.use(temporaryFolder()).path;
let client: Client;
let before: readonly string[];

beforeAll(async () => {
  mkdirSync(join(home, "exports"));
  mkdirSync(join(home, "notebooks"));
  symlinkSync(home, join(home, "link-to-home"));
  writeFileSync(join(home, "notebooks", "secret.src.md"), notebookText);
  ({ client } = cleanup.use(await connectStdio("handshake", { home })));
  await answerOf(client, "think", { thought: "One", session_id: "s" });
  await answerOf(client, "notebook", { operation: "create", args: { title: "Mine" } });
  await call(client, "thoughtbox_gateway", { operation: "start_new", args: { title: "Gateway" } });
  await call(client, "thoughtbox_gateway", { operation: "cipher" });
  before = readdirSync(home).sort();
});
afterAll(() => cleanup.disposeAsync());

const notebookText = '<!-- srcbook:{"language":"typescript"} -->\n\n# Secret\n';

/** Every operation of the tools that takes a path, with its arguments. */
const SURFACES: Readonly<
  Record<string, (path: string) => Promise<{ readonly isError: boolean; text: string }>>
> = {
  export_reasoning_chain: (path) =>
    call(client, "export_reasoning_chain", { sessionId: "s", destination: path }),
  "notebook export": (path) =>
    call(client, "notebook", { operation: "export", args: { path: `${path}/x.src.md`, overwrite: true } }),
  "notebook load": (path) =>
    call(client, "notebook", { operation: "load", args: { path: `${path}/x.src.md` } }),
  "gateway notebook export": (path) => gateway({ action: "export", path: `${path}/x.html`, overwrite: true }),
  "gateway notebook load": (path) => gateway({ action: "load", path: `${path}/x.src.md` }),
};

const gateway = (args: object) => call(client, "thoughtbox_gateway", { operation: "notebook", args });

describe.each(Object.keys(SURFACES))("%s", (surface) => {
  it.each(names)("[W6] refuses %s in every spelling, and creates nothing", async (name) => {
    for (const spelling of spellings(name)) {
      const path = spelling.replace("~home", home);
      const { isError, text } = await SURFACES[surface]!(path);
      expect([path, isError, text.includes("INTERNAL")]).toEqual([path, true, false]);
      expect(text).not.toContain(home);
    }
    expect(readdirSync(home).sort()).toEqual(before);
  });
});

it("[W6] no notebook is read from a reserved folder, and none reads a reserved file as a linked cell", async () => {
  const load = (path: string) => call(client, "notebook", { operation: "load", args: { path } });
  expect(await load("notebooks/secret.src.md")).toMatchObject({ isError: true });
  writeFileSync(join(home, "config.json"), "{}");
  const linking = `${notebookText}\n###### config.json\n\n[config.json](./config.json)\n`;
  writeFileSync(join(home, "exports", "a.src.md"), linking.replace("./", "../"));
  writeFileSync(join(home, "linking.src.md"), linking);
  for (const path of ["exports/a.src.md", "linking.src.md"]) {
    const { isError, structured } = await load(path);
    expect([path, isError || !JSON.stringify(structured).includes("{}")]).toEqual([path, true]);
  }
});

it("[W6] other names in the data home can be used", async () => {
  for (const destination of ["reports", "exports/config.json", "configuration", "my-notebooks", "clew"])
    await answerOf(client, "export_reasoning_chain", { sessionId: "s", destination });
});

it("[W6] names are compared as on the most tolerant file system", () => {
  for (const name of names)
    for (const spelling of [name, name.toUpperCase(), `${name}...`, `${name}::$DATA`])
      expect([spelling, reservedIn("/d", `/d/${spelling}`)]).toEqual([spelling, expect.any(String)]);
  expect(reservedIn("/d", "/e/config.json")).toBeUndefined();
});

const COMMANDS: Readonly<Record<string, (file: string) => readonly string[]>> = {
  "sessions export": (file) => ["sessions", "export", "s", "--output", file],
  "notebook export": (file) => [
    "notebook",
    "export",
    join(outside, "n.src.md"),
    "--format",
    "html",
    "--output",
    file,
  ],
  "notebook new": (file) => ["notebook", "new", file, "--template", "bug-hunt"],
  backup: (file) => ["backup", file],
};

it.each(Object.entries(COMMANDS))(
  "[W7] clew %s writes anywhere except over files that Clew needs",
  async (_, args) => {
    writeFileSync(join(outside, "n.src.md"), notebookText);
    const listed = readdirSync(home).sort();
    for (const file of ["Config.json", "clew.db-journal", "notebooks/x.json", "link-to-home/oauth"]) {
      const { code, stderr } = await runClew(args(join(home, file)), { home });
      expect([file, code, stderr]).toEqual([
        file,
        expect.any(Number),
        expect.stringMatching(/reserved|there already/),
      ]);
      expect(code).not.toBe(0);
    }
    expect(readdirSync(home).sort()).toEqual(listed);
    const { code, stderr } = await runClew(
      args(join(outside, `config-${args("")[0]}-${args("")[1] || "x"}.json`)),
      { home },
    );
    expect([code, stderr]).toEqual([0, expect.any(String)]);
  },
);
