import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { runClew, spawnClew } from "../support/clew.ts";
import { notebookGround } from "../support/notebook-tool.ts";

const ACTING = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

const { place, surroundings, notebook, processes, file, result } = notebookGround();

describe("clew notebook run", () => {
  it("[J19] prints the output of the cells in order, and how many ran", async () => {
    const path = file({
      "one.ts":
        'const seven: number = 7;\nconsole.log("printed");\nprocess.stdout.write("no line end"); undefined',
      "two.ts": "seven * 6",
      "three.ts": 'await display("shown"); [{ name: "a", size: 1 }, { name: "b", size: 22 }]',
    });
    const { code, stdout, stderr } = await notebook("run", path);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const lines = stdout.split("\n");
    expect(lines.slice(0, 4)).toEqual(["printed", "no line end", "42", "shown"]);
    expect(stdout).toMatch(/\n3 cells ran, 0 failed, \d+\.\d s\n$/);
  });

  it("[J19] prints output while the cell still runs", async () => {
    const path = file({ "a.ts": 'console.log("first");\nawait (globalThis.never = new Promise(() => {}));' });
    const child = spawnClew(["notebook", "run", path], surroundings());
    const [chunk] = await once(child.stdout, "data");
    expect(String(chunk)).toBe("first\n");
    child.kill("SIGTERM");
    expect((await once(child, "close"))[0]).toBe(1);
  });

  it("[J19] reports a failing cell with its line and a code frame, ends the run and exits 1", async () => {
    const path = file({
      "fine.ts": "1",
      "wrong.ts": '// first\nthrow new TypeError("no");',
      "after.ts": "2",
    });
    const { code, stdout, stderr } = await notebook("run", path);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^wrong\.ts:2: TypeError: no\n {2}1 \| \/\/ first\n> 2 \| throw new TypeError\("no"\);\n/,
    );
    expect(stdout).toMatch(/^1\n2 cells ran, 1 failed, 1 left, .* s\n$/);
    const going = await notebook("run", path, "--keep-going");
    expect(going.code).toBe(1);
    expect(going.stdout).toMatch(/^1\n2\n3 cells ran, 1 failed, .* s\n$/);
  });

  it("[J19] --json is one object with each cell's status, output, error and time", async () => {
    const path = file({ "a.ts": 'console.log("x"); ({ y: 1 })', "b.ts": "missing", "c.ts": "3" });
    const said = await result(path);
    expect(said).toMatchObject({ code: 1, title: "Book", status: "failed", ran: 2, failed: 1, left: 1 });
    expect(said.cells).toEqual([
      {
        filename: "a.ts",
        status: "completed",
        output: "x\n",
        value: { "text/plain": "{ y: 1 }", "application/json": '{"y":1}' },
        displays: [],
        exitCode: 0,
        truncated: false,
        durationMs: expect.any(Number),
      },
      expect.objectContaining({
        filename: "b.ts",
        status: "failed",
        exitCode: 1,
        error: expect.objectContaining({
          name: "ReferenceError",
          line: 1,
          frame: expect.stringMatching(/^> 1 \| missing/),
        }),
      }),
      { filename: "c.ts", status: "left" },
    ]);
  });

  it("[J19] --timeout applies to each cell", async () => {
    const path = file({ "a.ts": 'console.log("begun"); for (;;);' });
    const said = await result(path, "--timeout", "3000");
    expect(said.code).toBe(1);
    expect(said.cells[0]).toMatchObject({ status: "timeout", output: "begun\n", error: { name: "Timeout" } });
  });

  it("[J19] cells import one another, also from files beside the notebook", async () => {
    mkdirSync(place("src"));
    writeFileSync(place("src/half.ts"), "const half = (n: number) => n / 2;\nglobalThis.half = half;\n");
    const path = file({ "use.ts": 'import "./half.ts";\nglobalThis.half(84)' });
    const linked = readFileSync(path, "utf8").replace(
      "###### use.ts",
      "###### half.ts\n\n[half.ts](./src/half.ts)\n\n###### use.ts",
    );
    writeFileSync(path, linked);
    expect(await notebook("run", path)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^42\n/m) });
  });

  it("[J19] a notebook cannot refer to files outside its folder", async () => {
    mkdirSync(place("inner"));
    writeFileSync(place("secret.ts"), '"secret"');
    symlinkSync(place("secret.ts"), place("inner/link.ts"));
    for (const target of ["../secret.ts", "./link.ts", place("secret.ts")]) {
      const path = place("inner/book.src.md");
      writeFileSync(
        path,
        `<!-- srcbook:{"language":"typescript"} -->\n\n# B\n\n###### a.ts\n\n[a.ts](${target})\n`,
      );
      const { code, stdout, stderr } = await notebook("export", path);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toMatch(/: Line \d+: /);
    }
  });

  it("[D3] no output of a cell controls the terminal", async () => {
    const hostile = '"\\u001b[2J\\u001b]0;owned\\u0007\\u009b31m\\r\\b\\u202e\\u2066\\u0000\\u007f"';
    const path = file({
      "out.ts": `console.log(${hostile}); ${hostile}`,
      "show.ts": `await display({ [Symbol.for("Jupyter.display")]: () => ({ [${hostile}]: "x" }) });`,
      "table.ts": `({ [Symbol.for("Jupyter.display")]: () => ({
        "application/vnd.dataresource+json": { data: [{ [${hostile}]: ${hostile} }] } }) })`,
      "throw.ts": `throw new Error(${hostile})`,
    });
    const { stdout, stderr } = await notebook("run", path);
    expect(stdout).toContain("owned");
    expect(stderr).toContain("owned");
    expect((stdout + stderr).replaceAll("\n", "")).not.toMatch(ACTING);
    const asJson = await notebook("run", path, "--json");
    expect(asJson.stdout.replaceAll("\n", "")).not.toMatch(ACTING);
    expect(JSON.parse(asJson.stdout).cells[0].output).toContain("\u001b[2J");
  });

  it("[J19] tables are shown as tables and images as a line", async () => {
    const png =
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAC0lEQVR4nGNggAMAABIAASzA1UUAAAAASUVORK5CYII=";
    const path = file({
      "show.ts": `const as = (type, text) => display({ [Symbol.for("Jupyter.display")]: () => ({ [type]: text }) });
await as("application/vnd.dataresource+json", JSON.stringify({ data: [{ a: 1, b: "x" }, { a: 22 }] }));
await as("image/png", "${png}");
await as("image/svg+xml", "<svg/>");
await as("text/html", "<b>bold</b>");
await as("text/markdown", "**bold**");`,
    });
    const { stdout } = await notebook("run", path);
    expect(stdout.split("\n").slice(0, 7)).toEqual([
      "a   b",
      "1   x",
      "22",
      "[PNG picture, 2 x 3, 69 bytes]",
      "[SVG picture, 6 bytes]",
      "[HTML, 11 bytes]",
      "**bold**",
    ]);
  });

  it("[J19] --output writes the notebook with its outputs, also when a cell failed", async () => {
    const path = file({ "a.ts": 'console.log("seen")', "b.ts": 'throw new Error("broken")' });
    expect((await notebook("run", path, "--output", place("out.ipynb"))).code).toBe(1);
    const { cells } = JSON.parse(readFileSync(place("out.ipynb"), "utf8"));
    expect(cells[1].outputs).toEqual([{ output_type: "stream", name: "stdout", text: ["seen\n"] }]);
    expect(cells[2].outputs[0]).toMatchObject({ output_type: "error", evalue: "broken" });
    expect((await notebook("run", path, "--output", place("out.html"))).code).toBe(1);
    expect(readFileSync(place("out.html"), "utf8")).toContain('<pre class="stdout">seen\n</pre>');
    const refused = await notebook("run", path, "--output", place("out.pdf"));
    expect({ ...refused }).toMatchObject({ code: 2, stdout: "" });
  });

  it("[Z9] cells reach a host only if it is allowed", async () => {
    const server = createServer((_, response) => response.end("answered")).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const path = file({ "a.ts": `await (await fetch("http://127.0.0.1:${port}")).text()` });
    try {
      expect((await result(path)).cells[0].status).toBe("failed");
      expect((await result(path, "--allow-net", `127.0.0.1:${port + 1}`)).cells[0].status).toBe("failed");
      expect((await result(path, "--allow-net", `127.0.0.1:${port}`)).cells[0].value).toEqual({
        "text/plain": "answered",
      });
    } finally {
      server.close();
    }
  });

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "[J19] %s ends the cell and leaves no process",
    async (signal) => {
      const path = file({ "a.ts": 'console.log("begun"); for (;;);', "b.ts": "1" });
      const child = spawnClew(["notebook", "run", path], surroundings());
      let said = "";
      child.stderr.on("data", (text) => {
        said += text;
      });
      await once(child.stdout, "data");
      if (process.platform === "linux") expect(processes()).not.toEqual([]);
      child.kill(signal);
      const [code] = await once(child, "close");
      expect({ code, last: said.trimEnd().split("\n").at(-1) }).toEqual({
        code: 1,
        last: "clew: interrupted",
      });
    },
  );

  it("[J19] a reader that closes the pipe ends the run and leaves no process", async () => {
    const path = file({ "a.ts": 'for (;;) { console.log("more"); await 1; }' });
    const child = spawnClew(["notebook", "run", path], surroundings());
    await once(child.stdout, "data");
    child.stdout.destroy();
    expect((await once(child, "exit"))[0]).toBe(0);
  });

  it.each([
    ["no notebook", "Just text\n", /^clew: .*book\.src\.md: Line 1: the file must begin with/],
    [
      "a block without end",
      '<!-- srcbook:{"language":"typescript"} -->\n\n# T\n\n###### a.ts\n\n```typescript\n1\n',
      /^clew: .*book\.src\.md: Line \d+: /,
    ],
    ["no UTF-8", Buffer.from([0xff, 0xfe, 0]), /^clew: .*not UTF-8/],
  ])("[D5] a file that is %s is refused in one line and exits 2", async (_, text, line) => {
    writeFileSync(place("book.src.md"), text);
    const { code, stdout, stderr } = await notebook("run", place("book.src.md"));
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(line);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it.each([
    [["run"]],
    [["run", "no-such-file.src.md"]],
    [["run", "book.src.md", "--timeout", "soon"]],
    [["run", "book.src.md", "--allow-net", "a b"]],
    [["export", "no-such-file.src.md"]],
    [["export", "x", "--format", "pdf"]],
    [["list", "--limit", "0"]],
    [["new", "x.src.md", "--template", "no-such-template"]],
    [["new", "x.src.md"]],
    [["frobnicate"]],
    [[]],
  ])("[D5] wrong use exits 2: clew notebook %j", async (args) => {
    const path = file({ "a.ts": "1" });
    const { code, stdout, stderr } = await notebook(
      ...args.map((arg) => (arg === "book.src.md" ? path : arg)),
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).not.toBe("");
  });
});

describe("packages", () => {
  it("[J18] the dependencies of the file's package.json are installed, and --no-install leaves them", async () => {
    const path = file(
      { "a.ts": 'import ms from "ms";\nms("2 days")' },
      { type: "module", dependencies: { ms: "^2.1.3" } },
    );
    const { code, stdout, stderr } = await runClew(["notebook", "run", path], surroundings(process.env));
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^172800000\n/) });
    expect(stderr).toMatch(/^ms 2\.\d+\.\d+$/m);
    const without = await result(path, "--no-install");
    expect(without.cells[0].error.message).toContain("ms is not installed");
  });

  it("[J18] reports an unreachable registry in one line", async () => {
    const path = file({ "a.ts": "1" }, { dependencies: { ms: "^2.1.3" } });
    const nowhere = surroundings({ NPM_CONFIG_REGISTRY: "http://127.0.0.1:9/" });
    const { code, stdout, stderr } = await runClew(["notebook", "run", path, "--json"], nowhere);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^clew: .*registry.*\n$/);
  });
});
