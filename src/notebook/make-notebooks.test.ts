import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scratchFolder } from "../../test/durability/scratch.ts";
import { notebookSetup } from "../../test/support/notebook-setup.ts";
import { templateNames } from "./template.ts";

const refusal = (problem: RegExp) => ({
  code: "INVALID_ARGUMENT",
  message: expect.stringMatching(problem),
});
const header = '<!-- srcbook:{"language":"typescript"} -->';

describe("create", () => {
  test("[J6] a new notebook has a title and a language, in any case", async () => {
    const { notebooks, caller } = await notebookSetup();
    expect(await notebooks.create(caller, {})).toMatchObject({
      title: "Untitled",
      language: "typescript",
      cells: [],
    });
    const languages = ["ts", "TypeScript", " JS ", "javascript"];
    const made = await Promise.all(
      languages.map((language) => notebooks.create(caller, { title: " a\nb ", language })),
    );
    expect(made.map(({ language }) => language)).toEqual([
      "typescript",
      "typescript",
      "javascript",
      "javascript",
    ]);
    expect(made[0]!.title).toBe("a b");
    expect(new Set(made.map(({ id }) => id)).size).toBe(4);
    await expect(notebooks.create(caller, { language: "python" })).rejects.toMatchObject(
      refusal(/"typescript" or/),
    );
  });

  test.each(templateNames)(
    "[J5] the template %s starts a notebook, with its own title or another",
    async (name) => {
      const { notebooks, caller } = await notebookSetup();
      const plain = await notebooks.create(caller, { template: name });
      expect(plain.cells.length).toBeGreaterThan(3);
      const titled = await notebooks.create(caller, {
        template: name.toUpperCase(),
        title: "Mine",
        language: "ts",
      });
      expect(titled).toMatchObject({ title: "Mine", language: "typescript", cellCount: plain.cellCount });
    },
  );

  test("[J5] refuses an unknown template with all names and the closest one", async () => {
    const { notebooks, caller } = await notebookSetup();
    for (const [written, meant] of [
      ["feynman", "sequential-feynman"],
      ["bughunt", "bug-hunt"],
      ["decisions", "decision-record"],
      ["bench", "benchmark"],
    ] as const) {
      const error = await notebooks.create(caller, { template: written }).catch((refused: Error) => refused);
      expect(error).toMatchObject(refusal(new RegExp(`"${meant}"\\?`)));
      for (const name of templateNames) expect((error as Error).message).toContain(name);
    }
    await expect(notebooks.create(caller, { template: "bug-hunt", language: "js" })).rejects.toMatchObject(
      refusal(/typescript/),
    );
  });

  test("[Z9] accepts a host only if the operator permits it, in one spelling", async () => {
    const permitted = ["api.example.com", "Files.example.com:8443", "[::1]:80"];
    const { notebooks, caller } = await notebookSetup({ allowNet: permitted });
    const ask = async (...allowNet: string[]) => (await notebooks.create(caller, { allowNet })).allowNet;
    expect(await ask("API.example.com", "https://api.example.com/", "api.example.com:443")).toEqual([
      "api.example.com",
      "api.example.com:443",
    ]);
    expect(await ask("files.example.com:8443", "[::1]:80")).toEqual(["files.example.com:8443", "[::1]:80"]);
    for (const host of [
      "files.example.com",
      "example.com",
      "x.api.example.com",
      "127.0.0.1",
      "files.example.com:80",
    ])
      await expect(ask("api.example.com", host)).rejects.toMatchObject({
        code: "NET_NOT_ALLOWED",
        message: expect.stringMatching(
          new RegExp(`connect to ${host.replaceAll(".", "\\.")}.*api\\.example\\.com`),
        ),
      });
    for (const nonsense of [
      "*",
      "*.example.com",
      "",
      "a,b",
      "api.example.com/x",
      "me@api.example.com",
      "a b",
      "x:0",
    ])
      await expect(ask(nonsense)).rejects.toMatchObject(refusal(/is no host/));
  });

  test("[Z9] with * the operator permits every host, without a setting none", async () => {
    const open = await notebookSetup({ allowNet: ["*"] });
    expect((await open.notebooks.create(open.caller, { allowNet: ["bücher.example"] })).allowNet).toEqual([
      "xn--bcher-kva.example",
    ]);
    await expect(open.notebooks.create(open.caller, { allowNet: ["*"] })).rejects.toMatchObject(
      refusal(/no host/),
    );
    const shut = await notebookSetup();
    await expect(shut.notebooks.create(shut.caller, { allowNet: ["a.example"] })).rejects.toMatchObject({
      code: "NET_NOT_ALLOWED",
    });
    await expect(shut.notebooks.restart(shut.caller, { allowNet: ["a.example"] })).rejects.toMatchObject({
      code: "NOTEBOOK_NOT_FOUND",
    });
  });
});

describe("load", () => {
  test("[J17] finds a file in the bound root and in the data home; each load creates a new notebook", async () => {
    const { home, store, notebooks, caller } = await notebookSetup();
    const root = realpathSync(scratchFolder());
    writeFileSync(join(home, "a.src.md"), `${header}\n\n# Home\n`);
    writeFileSync(join(root, "a.src.md"), `${header}\n\n# Root\n`);
    writeFileSync(join(home, "b.md"), `${header}\n\n# Other\n`);
    const load = async (path: string) => (await notebooks.load(caller, { path })).title;
    expect(await load("a.src.md")).toBe("Home");
    await expect(load(join(root, "a.src.md"))).rejects.toMatchObject(refusal(/outside/));
    await store.moveHandle(caller.handle, { root });
    expect(await load("a.src.md")).toBe("Root");
    expect(await load("b.md")).toBe("Other");
    expect([await load(join(home, "a.src.md")), await load(join(root, "a.src.md"))]).toEqual([
      "Home",
      "Root",
    ]);
    expect(await notebooks.list()).toHaveLength(5);
    expect((await notebooks.open(caller)).title).toBe("Root");
  });

  test("[J17] refuses an unreadable file without a path that the caller did not name", async () => {
    const { home, store, notebooks, caller } = await notebookSetup();
    const root = realpathSync(scratchFolder());
    await store.moveHandle(caller.handle, { root });
    const refused = async (path: string, why: RegExp) => {
      const error = await notebooks.load(caller, { path }).catch((refusal: unknown) => refusal);
      expect(error).toMatchObject(refusal(why));
      for (const secret of [home, root]) expect((error as Error).message).not.toContain(secret);
    };
    await refused("missing.src.md", /no file "missing.src.md" in the data home or in the bound root/);
    await refused("../x.src.md", /outside/);
    await refused("/etc/passwd", /outside/);
    writeFileSync(join(root, "clew.db"), "data");
    await refused("clew.db", /must end in/);
    expect(await notebooks.list()).toEqual([]);
  });

  test("[J2] refuses an invalid file with the line", async () => {
    const { home, notebooks, caller } = await notebookSetup();
    const content = `${header}\n\n# Title\n\n###### a.ts\n\nno block\n`;
    await expect(notebooks.load(caller, { content })).rejects.toMatchObject(refusal(/^Line 5: /));
    writeFileSync(join(home, "a.src.md"), content);
    await expect(notebooks.load(caller, { path: "a.src.md" })).rejects.toMatchObject(refusal(/^Line 5: /));
    await expect(notebooks.load(caller, {})).rejects.toMatchObject(refusal(/path .* content/));
    await expect(notebooks.load(caller, { content, path: "a.src.md" })).rejects.toMatchObject(
      refusal(/one of the two/),
    );
    const title = "x".repeat(1001);
    await expect(notebooks.load(caller, { content: `${header}\n# ${title}` })).rejects.toMatchObject(
      refusal(/1000/),
    );
  });

  test("[J2] reads code that a Srcbook file refers to from its own folder only", async () => {
    const { home, notebooks, caller } = await notebookSetup();
    const folder = join(home, "book");
    mkdirSync(join(folder, "src"), { recursive: true });
    const book = (link: string) => `${header}\n\n# Book\n\n###### a.ts\n\n[a.ts](${link})\n`;
    const load = (link: string) => {
      writeFileSync(join(folder, "book.src.md"), book(link));
      return notebooks.load(caller, { path: "book/book.src.md" });
    };
    writeFileSync(join(folder, "src", "a.ts"), "const a: number = 1;\n");
    writeFileSync(join(folder, ".env"), "KEY=secret");
    writeFileSync(join(home, "other.ts"), "secret");
    symlinkSync(join(home, "other.ts"), join(folder, "src", "out.ts"));
    expect((await load("./src/a.ts")).cells).toMatchObject([
      { filename: "a.ts", content: "const a: number = 1;\n" },
    ]);
    await expect(load("./src/none.ts")).rejects.toMatchObject(refusal(/^Line 7: .*cannot be read/));
    await expect(load("./src/../../other.ts")).rejects.toMatchObject(refusal(/^Line 7: /));
    await expect(load("./src/out.ts")).rejects.toMatchObject(refusal(/outside/));
    await expect(load("./.env")).rejects.toMatchObject(refusal(/must end in/));
    await expect(notebooks.load(caller, { content: book("./src/a.ts") })).rejects.toMatchObject(
      refusal(/inline/),
    );
  });
});
