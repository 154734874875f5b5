import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scratchFolder } from "../../test/durability/scratch.ts";
import { parseEvidence, type StoredEvidence } from "../ledger/index.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/port.ts";
import { checkEvidence, citationsOf, sessionsWithEvidence } from "./check-evidence.ts";
import { evidenceHasher } from "./evidence.ts";
import { handleKey } from "./handle-key.ts";

const author = { handle: { text: "h", origin: "connection" } } as const;

async function setUp() {
  const top = realpathSync(scratchFolder());
  const [root, home] = [join(top, "project"), join(top, "home")];
  mkdirSync(join(root, "src"), { recursive: true });
  const store = await openStore({ file: join(home, "clew.db") });
  const places = { home, folders: [root], bindsRoots: true };
  const resolve = (refs: readonly unknown[], more: object = {}) =>
    evidenceHasher(store, places)({ ...author, ...more }, parseEvidence(refs).evidence);
  return { top, root, home, store, places, resolve };
}

async function record(
  store: Store,
  evidence: readonly StoredEvidence[],
  content = "Because of this.",
  more = {},
) {
  const { thought } = await store.append({
    target: { sessionId: "s", create: () => ({ id: "s", title: "s", mode: "chain" }) },
    content,
    nextThoughtNeeded: true,
    mode: "chain",
    source: "thoughtbox",
    evidence,
    ...more,
  });
  return thought;
}

describe("resolving evidence", () => {
  it("[EV3] hashes the named lines in the bound root, else in the client's roots, else in the working folder", async () => {
    const { top, root, store, resolve } = await setUp();
    for (const name of ["bound", "client", "project"]) {
      mkdirSync(join(top, name), { recursive: true });
      writeFileSync(join(top, name, "a.txt"), `${name}\n`);
    }
    const rootOf = async (more = {}) => (await resolve(["a.txt:1"], more)).evidence[0]!.root;
    expect(await rootOf()).toBe(root);
    const roots = async () => [`file://${top}/client`, "https://example.org", "file:///etc", "not a URI"];
    expect(await rootOf({ roots })).toBe(join(top, "client"));
    await store.moveHandle(handleKey(author.handle)!, { root: join(top, "bound") });
    expect(await rootOf({ roots })).toBe(join(top, "bound"));
    await store.close();
  });

  it("[EV4] gives the same answer for a file outside that exists and one that does not", async () => {
    const { top, store, resolve } = await setUp();
    writeFileSync(join(top, "there"), "secret\n");
    const answer = async (name: string) => {
      const { evidence, warnings } = await resolve([`../${name}:1`, join(top, name)]);
      return JSON.stringify({ evidence, warnings }).replaceAll(name, "x");
    };
    expect(await answer("there")).toBe(await answer("gone"));
    expect(await answer("there")).not.toContain("sha256");
    await store.close();
  });

  it("[EV4] hashes nothing for a caller on another machine, or in the data home", async () => {
    const { root, home, store, places } = await setUp();
    writeFileSync(join(root, "a.txt"), "a\n");
    const hashFor = (path: string, more: object) =>
      evidenceHasher(store, { ...places, ...more })(author, parseEvidence([path]).evidence);
    const remote = await hashFor("a.txt", { bindsRoots: false });
    expect(remote.evidence).toEqual([{ ref: "a.txt", kind: "file", path: "a.txt" }]);
    const own = await hashFor("clew.db", { folders: [home] });
    expect(own.evidence[0]).not.toHaveProperty("sha256");
    await store.close();
  });

  it("[EV2] keeps what it cannot resolve as text with a warning", async () => {
    const { root, store, resolve } = await setUp();
    writeFileSync(join(root, "a.txt"), "a\n");
    const { evidence, warnings } = await resolve([
      "a.txt:1-9",
      "cell:nb/c",
      "looked fine to me today.",
      "#3",
    ]);
    expect(evidence.map(({ kind, sha256 }) => [kind, sha256])).toEqual([
      ["file", undefined],
      ["cell", undefined],
      ["text", undefined],
      ["thought", undefined],
    ]);
    expect(warnings).toHaveLength(3);
    await store.close();
  });
});

describe("checking evidence", () => {
  it("[EV7] is fresh, moved, stale, missing or unchecked", async () => {
    const { root, home, store, resolve } = await setUp();
    const file = join(root, "src/a.ts");
    writeFileSync(file, "one\ntwo\nthree\nfour\n");
    writeFileSync(join(root, "whole.txt"), "whole\n");
    const refs = ["src/a.ts:2-3", "src/a.ts:4", "whole.txt", "https://example.org", "cmd: npm test => 0"];
    await record(store, (await resolve(refs)).evidence);
    const states = async () => (await checkEvidence(store, home, "s")).map(({ state }) => state);
    expect(await states()).toEqual(["fresh", "fresh", "fresh", "unchecked", "unchecked"]);
    writeFileSync(file, "zero\none\ntwo\nthree\nFOUR\n");
    writeFileSync(join(root, "whole.txt"), "whole\nmore\n");
    expect(await states()).toEqual(["moved", "stale", "stale", "unchecked", "unchecked"]);
    rmSync(file);
    expect(await states()).toEqual(["missing", "missing", "stale", "unchecked", "unchecked"]);
    rmSync(root, { recursive: true });
    expect(await states()).toEqual(Array(5).fill("unchecked"));
    await store.close();
  });

  it("[EV9] a citation of a thought inherits the worst state of what it cites", async () => {
    const { root, home, store, resolve } = await setUp();
    writeFileSync(join(root, "a.txt"), "a\n");
    writeFileSync(join(root, "b.txt"), "b\n");
    await record(store, (await resolve(["a.txt", "b.txt"])).evidence);
    await record(store, (await resolve(["#1"])).evidence);
    await record(store, (await resolve(["#2", "#9"])).evidence, "Decision: keep it.");
    const states = async () =>
      (await checkEvidence(store, home, "s")).map(
        ({ thoughtNumber, ref, state }) => `${thoughtNumber} ${ref} ${state}`,
      );
    expect(await states()).toEqual([
      "1 a.txt fresh",
      "1 b.txt fresh",
      "2 #1 fresh",
      "3 #2 fresh",
      "3 #9 missing",
    ]);
    writeFileSync(join(root, "b.txt"), "B\n");
    expect(await states()).toEqual([
      "1 a.txt fresh",
      "1 b.txt stale",
      "2 #1 stale",
      "3 #2 stale",
      "3 #9 missing",
    ]);
    await store.close();
  });

  it("[EV9] a citation of a thought that was revised is stale", async () => {
    const { home, store, resolve } = await setUp();
    await record(store, []);
    await record(store, (await resolve(["#1"])).evidence);
    await record(store, [], "No.", { isRevision: true, revises: 1 });
    expect(await checkEvidence(store, home, "s")).toMatchObject([{ seq: 2, ref: "#1", state: "stale" }]);
    await store.close();
  });

  it("[EV8] lists the thoughts that cite a line as the file is now, newest first", async () => {
    const { root, home, store, resolve } = await setUp();
    const file = join(root, "src/a.ts");
    writeFileSync(file, "one\ntwo\nthree\nfour\n");
    await record(store, (await resolve(["src/a.ts:2-3"])).evidence, "first");
    await record(store, (await resolve(["src/a.ts"])).evidence, "second");
    await record(store, (await resolve([`${file}:4`])).evidence, "third");
    const found = async (line?: number) =>
      (await citationsOf(store, home, file, line, root)).map(({ text, state }) => `${text} ${state}`);
    expect(await found()).toEqual(["third fresh", "second fresh", "first fresh"]);
    expect(await found(2)).toEqual(["second fresh", "first fresh"]);
    writeFileSync(file, "zero\nzero\none\ntwo\nthree\nfour\n");
    expect(await found(5)).toEqual(["second stale", "first moved"]);
    expect(await found(2)).toEqual(["second stale"]);
    rmSync(file);
    expect(await found(2)).toEqual(["second missing", "first missing"]);
    expect(await sessionsWithEvidence(store)).toEqual(["s"]);
    await store.close();
  });
});

/** A small generator, so that every run makes the same edits. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}

it("[EV6] of 200 edits none leaves changed lines fresh, and none outside of the lines makes them stale", async () => {
  const { root, home, store, resolve } = await setUp();
  const file = join(root, "src/a.ts");
  const next = random(7);
  let [falselyFresh, falselyStale, sameLines] = [0, 0, 0];
  const [from, to] = [20, 27];
  for (let edit = 0; edit < 200; edit++) {
    const lines = Array.from({ length: 60 }, (_, index) =>
      index % 4 === 3 ? "  }" : `  const value${next(1000)} = read(${index});`,
    );
    writeFileSync(file, `${lines.join("\n")}\n`);
    const { evidence } = await resolve([`src/a.ts:${from}-${to}`]);
    const sessionId = `edit-${edit}`;
    await record(store, evidence, "cited", {
      target: { sessionId, create: () => ({ id: sessionId, title: "s", mode: "chain" }) },
    });
    const cited = lines.slice(from - 1, to).join("\n");
    writeFileSync(file, editFile(edit % 10, readFileSync(file, "utf8"), next, from, to));
    const after = readFileSync(file, "utf8").replaceAll("\r\n", "\n").split("\n");
    const isThere = after.some((_, index) => after.slice(index, index + to - from + 1).join("\n") === cited);
    const isInPlace = after.slice(from - 1, to).join("\n") === cited;
    const { state } = (await checkEvidence(store, home, sessionId))[0]!;
    if (state === "fresh" && !isInPlace) falselyFresh++;
    if (state === "stale" && isThere) falselyStale++;
    if (isThere) sameLines++;
  }
  expect({ falselyFresh, falselyStale }).toEqual({ falselyFresh: 0, falselyStale: 0 });
  // The edits must be of both kinds to prove anything.
  expect(sameLines).toBeGreaterThan(80);
  expect(sameLines).toBeLessThan(160);
  await store.close();
});

/** One of ten kinds of edits. */
function editFile(
  kind: number,
  text: string,
  next: (below: number) => number,
  from: number,
  to: number,
): string {
  const lines = text.split("\n");
  const inside = from - 1 + next(to - from + 1);
  const before = next(from - 1);
  const behind = to + next(30);
  const replaced = (index: number, change: (line: string) => string) =>
    lines.with(index, change(lines[index]!)).join("\n");
  switch (kind) {
    case 0:
      return lines.toSpliced(before, 0, "// inserted", "// twice").join("\n");
    case 1:
      return lines.toSpliced(before, 1 + next(3)).join("\n");
    case 2:
      return lines.toSpliced(behind, 0, "// inserted").join("\n");
    case 3:
      return replaced(before, (line) => `${line} // changed`);
    case 4:
      return text.replaceAll("\n", "\r\n");
    case 5:
      return replaced(inside, (line) => `${line} `);
    case 6:
      return lines.toSpliced(inside, 1).join("\n");
    case 7:
      return lines.toSpliced(inside, 0, "// inserted").join("\n");
    case 8:
      return replaced(inside, (line) => line.replace(/[a-z}]/, "X"));
    default:
      return [...lines.slice(from - 1, to), ...lines.slice(0, from - 1), ...lines.slice(to)].join("\n");
  }
}
