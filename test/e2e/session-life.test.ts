import { afterAll, beforeAll, expect, it } from "vitest";
import { runClew } from "../support/clew.ts";
import { handshake, request, speak } from "../support/stdio-exchange.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const home = folder.path;
const ids: string[] = [];
afterAll(() => folder[Symbol.dispose]());

beforeAll(async () => {
  const said = await speak({ home }, [
    ...handshake,
    ...["a", "b"].map((name, at) =>
      request(at + 1, "tools/call", {
        name: "thoughtbox",
        arguments: { workflow_id: name, thought: `Thought of ${name}`, sessionTitle: `Session ${name}` },
      }),
    ),
  ]);
  for (const id of [1, 2])
    ids.push(String((said.answer(id)?.result?.structuredContent as { sessionId?: string })?.sessionId));
});

const run = (...args: string[]) => runClew(["sessions", ...args, "--json"], { home });

async function outcome(...args: string[]) {
  const { code, stdout, stderr } = await run(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

it("[LF5] the command renames, tags and archives sessions", async () => {
  const [a] = ids as [string];
  await outcome("rename", a, "A new title");
  await outcome("tag", a, "one", "two");
  await outcome("untag", a, "one");
  expect(await outcome("list", "--tag", "two")).toMatchObject([
    { id: a, title: "A new title", tags: ["two"] },
  ]);
  await outcome("archive", a);
  expect(await outcome("list")).toHaveLength(1);
  await outcome("unarchive", a);
  expect(await outcome("list")).toHaveLength(2);
});

it("[LF7] [LF8] [LF11] the command redacts and deletes, and deletes nothing if an id is wrong", async () => {
  const [a, b] = ids as [string, string];
  expect(await outcome("redact", `${a}#1`, "--reason", "a secret")).toMatchObject({
    thought: { seq: 1, content: "[redacted]", redaction: { reason: "a secret" } },
  });
  for (const wrong of [[a, "nope", "--yes"], [a, b, a, "--yes"], [a]])
    expect((await run("delete", ...wrong)).code).not.toBe(0);
  expect((await run("redact", `${a}#1`)).code).toBe(2);
  expect(await outcome("list")).toHaveLength(2);
  expect(await outcome("delete", a, b, "--yes")).toMatchObject({ deleted: [a, b] });
  expect(await outcome("list")).toEqual([]);
  expect((await run("show", a)).code).not.toBe(0);
});
