import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { answerOf, call } from "../support/call.ts";
import { runClew, type Surroundings } from "../support/clew.ts";
import { type Connected, connectHttp, connectStdio, type Era, eras } from "../support/connect.ts";
import { usePostgres } from "../support/postgres-ledger.ts";
import { startOne } from "../support/serve.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const { newLedger } = usePostgres();
const combinations = (["SQLite", "PostgreSQL"] as const).flatMap((database) =>
  (["stdio", "HTTP"] as const).flatMap((transport) => eras.map((era) => ({ database, transport, era }))),
);
let cleanup = new AsyncDisposableStack();
afterEach(async () => {
  await cleanup.disposeAsync();
  cleanup = new AsyncDisposableStack();
});

interface Scene {
  readonly project: string;
  readonly outside: string;
  readonly around: Surroundings;
  readonly client: Connected["client"];
  readonly sessionId: string;
  /** Records a thought in the session. */
  think(thought: string, evidence: readonly unknown[]): Promise<Readonly<Record<string, unknown>>>;
}

/** A client whose session is bound to a folder with files. */
async function setScene(database: string, transport: string, era: Era): Promise<Scene> {
  const home = cleanup.use(temporaryFolder());
  const top = realpathSync(cleanup.use(temporaryFolder()).path);
  const [project, outside] = [join(top, "open/project"), join(top, "outside")];
  for (const folder of [project, outside]) mkdirSync(folder, { recursive: true });
  const url = database === "PostgreSQL" ? { DATABASE_URL: await newLedger() } : undefined;
  const around: Surroundings = {
    home: home.path,
    env: { ...url, CLEW_ROOTS: join(top, "open"), CLEW_HINTS: "on" },
  };
  const connected =
    transport === "stdio"
      ? await connectStdio(era, around)
      : await connectHttp(era, cleanup.use(await startOne(around)).url);
  const { client } = cleanup.use(connected);
  const { sessionId } = await answerOf(client, "thoughtbox", { thought: "Goal: keep the pool small." });
  // A connection over HTTP without handshake does not remember its session.
  const named = transport === "HTTP" && era !== "handshake" ? { sessionId } : {};
  const bound = await call(client, "thoughtbox_gateway", {
    operation: "bind_root",
    args: { rootUri: pathToFileURL(project).href, ...named },
  });
  expect(bound.isError, bound.text).toBe(false);
  const think = (thought: string, evidence: readonly unknown[]) =>
    answerOf(client, "thoughtbox", { thought, evidence, ...named });
  return { project, outside, around, client, sessionId: String(sessionId), think };
}

const lines = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => `line ${from + index}\n`).join("");

async function statesOf({ around, sessionId }: Scene): Promise<Readonly<Record<string, string>>> {
  const { code, stdout } = await runClew(["check", sessionId, "--format", "json"], around);
  expect(code).toBe(0);
  const { evidence } = JSON.parse(stdout) as { evidence: { ref: string; state: string }[] };
  return Object.fromEntries(evidence.map(({ ref, state }) => [ref, state]));
}

describe.each(combinations)(
  "evidence on $database over $transport ($era)",
  ({ database, transport, era }) => {
    it("[EV1] [EV5] [EV7] [EV8] is hashed with its commit, checked after edits, and found by line", async () => {
      const scene = await setScene(database, transport, era);
      const { project, around, think } = scene;
      const file = (name: string) => join(project, name);
      for (const name of ["fresh.ts", "moved.ts", "stale.ts", "gone.ts"])
        writeFileSync(file(name), lines(20));
      const git = (...args: string[]) => execFileSync("git", ["-C", project, ...args], { encoding: "utf8" });
      git("init", "-q");
      git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "first");
      const refs = ["fresh.ts:3-5", "moved.ts:3-5", "stale.ts:3-5", "gone.ts:3-5"];
      await think("Decision: keep the pool at 20 rather than 40.", [
        ...refs,
        "https://example.org/x",
        "cmd: true => 0",
      ]);
      const initial = Object.fromEntries(refs.map((ref) => [ref, "fresh"]));
      expect(await statesOf(scene)).toMatchObject(initial);

      writeFileSync(file("fresh.ts"), lines(20).replace("line 9\n", "line nine\n"));
      writeFileSync(file("moved.ts"), `// new\n${lines(20)}`);
      writeFileSync(file("stale.ts"), lines(20).replace("line 4\n", "line four\n"));
      rmSync(file("gone.ts"));
      expect(await statesOf(scene)).toEqual({
        "fresh.ts:3-5": "fresh",
        "moved.ts:3-5": "moved",
        "stale.ts:3-5": "stale",
        "gone.ts:3-5": "missing",
        "https://example.org/x": "unchecked",
        "cmd: true => 0": "unchecked",
      });
      const why = async (place: string) =>
        JSON.parse((await runClew(["why", place, "--json"], around)).stdout).thoughts as object[];
      expect(await why(`${file("moved.ts")}:6`)).toMatchObject([{ ref: "moved.ts:3-5", state: "moved" }]);
      expect(await why(`${file("moved.ts")}:3`)).toEqual([]);
      const exported = await runClew(["sessions", "export", scene.sessionId, "--format", "json"], around);
      expect(exported.stdout).toContain(git("rev-parse", "HEAD").trim());
      expect(exported.stdout).not.toContain(project);
    });

    it("[EV1] [EV2] [EV3] is kept by the gateway's thought and by think as well", async () => {
      const scene = await setScene(database, transport, era);
      const { project, client, sessionId, around } = scene;
      writeFileSync(join(project, "a.ts"), lines(5));
      const evidence = ["a.ts:2-3", "../a.ts:1", "cmd: npm test => 0"];
      const gateway = (operation: string, args: object) =>
        call(client, "thoughtbox_gateway", { operation, args: { ...args, sessionId } });
      await gateway("load_context", {});
      await gateway("cipher", {});
      const thought = await gateway("thought", { thought: "Both lines say so.", evidence });
      expect(thought.isError, thought.text).toBe(false);
      expect(thought.text).toContain("kept as text");
      const thinking = await call(client, "think", {
        thought: "Both say so.",
        evidence,
        session_id: sessionId,
      });
      expect(thinking.isError, thinking.text).toBe(false);
      expect(JSON.stringify(thinking.meta["clew/warnings"])).toContain("kept as text");
      const { stdout } = await runClew(["check", sessionId, "--json"], around);
      const states = (JSON.parse(stdout) as { evidence: { thoughtNumber: number; state: string }[] })
        .evidence;
      expect(states.map(({ state }) => state)).toEqual(
        Array.from({ length: 2 }, () => ["fresh", "unchecked", "unchecked"]).flat(),
      );
    });

    it("[EV4] refuses every escape alike, whether the file exists or not", async () => {
      const scene = await setScene(database, transport, era);
      const { project, outside, think } = scene;
      writeFileSync(join(outside, "there"), lines(3));
      writeFileSync(join(project, "big"), `${"x".repeat(1_048_576)}\n\n`);
      mkdirSync(join(project, "folder"));
      symlinkSync(join(outside, "there"), join(project, "link-there"));
      symlinkSync(join(outside, "gone"), join(project, "link-gone"));
      symlinkSync(outside, join(project, "linked"));
      execFileSync("mkfifo", [join(project, "pipe")]);
      const escapes = [
        ["../../outside/there:1", "../../outside/gone:1"],
        [`${outside}/there:1`, `${outside}/gone:1`],
        ["link-there:1", "link-gone:1"],
        ["linked/there:1", "linked/gone:1"],
        ["/etc/passwd:1", "/etc/passwd-not-there:1"],
        ["/proc/self/environ:1", "/proc/self/no-such-file:1"],
        ["folder:1", "no-folder:1"],
        ["pipe:1", "no-pipe:1"],
        ["big:1", "no-big:1"],
        ["folder/../../../outside/there:1", "folder/../../../outside/gone:1"],
        ["..%2f..%2foutside/there:1", "..%2f..%2foutside/gone:1"],
        ["/dev/zero:1", "/dev/no-such-device:1"],
        [`/proc/self/root${outside}/there:1`, `/proc/self/root${outside}/gone:1`],
        [`./../../outside/there:1`, `./../../outside/gone:1`],
        [`${project}/../../outside/there:1`, `${project}/../../outside/gone:1`],
      ];
      const answers = new Set<string>();
      for (const ref of escapes.flat()) {
        const { warning } = await think("It is so.", [ref]);
        expect(warning).toContain(JSON.stringify(ref));
        answers.add(String(warning).replace(JSON.stringify(ref), "REF"));
      }
      expect([...answers]).toHaveLength(1);
      expect(new Set(Object.values(await statesOf(scene)))).toEqual(new Set(["unchecked"]));
    });

    it("[LT13] an answer has at most one hint, and only about its own thought", async () => {
      const { think } = await setScene(database, transport, era);
      const claim = await think("All tests pass. We will store carts in Memcached from now on.", []);
      expect(claim.hints).toHaveLength(1);
      expect(await think("The pool has 20 connections.", [])).not.toHaveProperty("hints");
    });
  },
);

it("[EV4] a server with principals reads no file for them, and none through the session of another", async () => {
  const home = cleanup.use(temporaryFolder());
  const top = realpathSync(cleanup.use(temporaryFolder()).path);
  writeFileSync(join(top, "a.ts"), lines(5));
  const tokens = { ann: "a".repeat(40), bob: "b".repeat(40) };
  const principals = Object.entries(tokens).map(([name, token]) => ({
    name,
    tokenHash: `sha256:${createHash("sha256").update(token).digest("hex")}`,
    scopes: ["read", "write"],
  }));
  const file = join(home.path, "principals.json");
  writeFileSync(file, JSON.stringify({ principals }), { mode: 0o600 });
  const around = { home: home.path, env: { CLEW_ROOTS: top, CLEW_TOKENS_FILE: file } };
  const { url } = cleanup.use(await startOne(around));
  const connect = async (name: keyof typeof tokens) =>
    cleanup.use(await connectHttp("2026-07-28", url, { authorization: `Bearer ${tokens[name]}` })).client;
  const [ann, bob] = [await connect("ann"), await connect("bob")];
  const { sessionId } = await answerOf(ann, "thoughtbox", { thought: "Mine." });
  const rootUri = pathToFileURL(top).href;
  const bound = await call(ann, "thoughtbox_gateway", {
    operation: "bind_root",
    args: { rootUri, sessionId },
  });
  expect(bound.isError).toBe(true);
  const evidence = ["a.ts:1-2"];
  const mine = await answerOf(ann, "thoughtbox", { thought: "It is so.", evidence, sessionId });
  expect(mine.warning).toContain("kept as text");
  const foreign = await call(bob, "thoughtbox", { thought: "Is it so?", evidence, sessionId });
  expect([foreign.isError, foreign.meta["clew/code"]]).toEqual([true, "SESSION_NOT_FOUND"]);
  const own = await answerOf(bob, "thoughtbox", { thought: "Mine too.", evidence });
  expect(own.warning).toContain("kept as text");
});

it("[EV6] over a client: of 200 edits none leaves changed lines fresh, and at most 2 % of the others are stale", async () => {
  const scene = await setScene("SQLite", "stdio", "2026-07-28");
  const count = 200;
  for (let index = 0; index < count; index++) writeFileSync(join(scene.project, `${index}.ts`), lines(30));
  for (let index = 0; index < count; index += 50)
    await scene.think(
      "These lines say so.",
      Array.from({ length: 50 }, (_, offset) => `${index + offset}.ts:10-12`),
    );
  const edits: ((all: string[], at: number) => string[])[] = [
    (all, at) => all.with(at % 30, "edited"),
    (all, at) => all.toSpliced(at % 31, 0, "inserted"),
    (all, at) => all.toSpliced(at % 30, 1),
    (all, at) => [...all.slice(at % 30), ...all.slice(0, at % 30)],
    (all) => [...all, "appended"],
  ];
  const wanted = new Map<string, boolean>();
  for (let index = 0; index < count; index++) {
    const name = join(scene.project, `${index}.ts`);
    const before = readFileSync(name, "utf8").split("\n").slice(0, -1);
    const after = edits[index % edits.length]!(before, (index * 7) % 31);
    writeFileSync(name, `${after.join("\n")}\n`);
    wanted.set(`${index}.ts:10-12`, after.join("\n").includes("line 10\nline 11\nline 12"));
  }
  const states = await statesOf(scene);
  const found = [...wanted].map(([ref, isThere]) => ({ ref, isThere, state: states[ref] }));
  expect(found.filter(({ isThere, state }) => !isThere && state !== "stale")).toEqual([]);
  const falselyStale = found.filter(({ isThere, state }) => isThere && state === "stale");
  expect(falselyStale.length).toBeLessThanOrEqual(0.02 * count);
});
