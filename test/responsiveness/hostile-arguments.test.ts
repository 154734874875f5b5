import { afterAll, beforeAll, expect, it } from "vitest";
import { operations } from "../../src/server/gateway/operations.ts";
import { notebookOperations } from "../../src/server/notebook/operations.ts";
import { type Connected, connectHttp } from "../support/connect.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type MeasuredServer, startMeasured } from "./measured-server.ts";

/** Time to read, check and answer a megabyte; quadratic work on it takes minutes. */
const LONGEST_MS = 150;

const deep = (open: string, close: string, levels = 200_000) => open.repeat(levels) + close.repeat(levels);

/** Values that no argument accepts. */
const HOSTILE: Readonly<Record<string, unknown>> = {
  "a long word": "a".repeat(1_000_000),
  "a long run of blanks": " ".repeat(1_000_000),
  "many commas": ",".repeat(500_000),
  "many words": Array.from({ length: 100_000 }, (_, index) => `w${index}`).join(" "),
  "a deep list as text": deep("[", "]"),
  "a deep object as text": deep('{"a":', "}").replace("}", "1}"),
  "many texts": Array.from({ length: 50_000 }, (_, index) => `tag-${index}`),
  "many members": Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, index])),
  "many signs": "eyJ-[](`*<&\\\"'".repeat(50_000),
};

const home = temporaryFolder();
let measured: MeasuredServer;
let client: Connected;

beforeAll(async () => {
  measured = await startMeasured(home.path);
  client = await connectHttp("2026-07-28", measured.serving.url);
});
afterAll(async () => {
  await client?.[Symbol.asyncDispose]();
  await measured?.[Symbol.asyncDispose]();
  home[Symbol.dispose]();
});

interface Call {
  readonly name: string;
  readonly label: string;
  readonly given: Readonly<Record<string, unknown>>;
}

/** A call for every argument of every tool and operation, with this value for it. */
async function callsWith(value: unknown): Promise<Call[]> {
  const { tools } = await client.client.listTools();
  const plain = tools.flatMap(({ name, inputSchema }) =>
    Object.keys(inputSchema.properties ?? {}).map((key) => ({
      name,
      label: `${name} ${key}`,
      given: { thought: "A thought", session_id: "hostile", sessionId: "hostile", [key]: value },
    })),
  );
  const inner = [
    ...operations.map(
      ({ name, input }) => ["thoughtbox_gateway", "operation", name, Object.keys(input.shape)] as const,
    ),
    ...notebookOperations.map(
      ({ name, input }) => ["notebook", "operation", name, Object.keys(input.shape)] as const,
    ),
  ].flatMap(([name, key, operation, names]) =>
    names.map((argument) => ({
      name,
      label: `${name} ${operation} ${argument}`,
      given: { sessionId: "hostile", [key]: operation, args: { [argument]: value } },
    })),
  );
  return [...plain, ...inner];
}

it.each(Object.keys(HOSTILE))(
  "[RE7] %s in any argument is refused or read in linear time",
  { timeout: 300_000 },
  async (kind) => {
    const calls = await callsWith(HOSTILE[kind]);
    const broken = new Set<string>();
    const run = async ({ name, label, given }: Call) => {
      const answer = await client.client
        .callTool({ name, arguments: { ...given } })
        .then((result) => JSON.stringify(result).slice(0, 2_000), String);
      if (/INTERNAL|-32603|call stack/.test(answer)) broken.add(`${label}: ${answer.slice(0, 300)}`);
    };
    const runAll = async () => {
      for (const one of calls) await run(one);
    };
    const slow: string[] = [];
    // One by one only if one of them is slow.
    if ((await measured.longestPiece(runAll, Number.POSITIVE_INFINITY)) >= LONGEST_MS)
      for (const one of calls) {
        const longest = await measured.longestPiece(() => run(one), LONGEST_MS);
        if (longest >= LONGEST_MS) slow.push(`${one.label}: ${Math.round(longest)} ms`);
      }
    expect([...broken]).toEqual([]);
    expect(slow).toEqual([]);
  },
);

it("[RE7] a long query of the web API is refused or read in linear time", async () => {
  const paths = [
    "/api/sessions",
    "/api/search",
    "/api/invocations",
    "/api/notebooks",
    "/api/models",
    "/api/facets",
    "/api/metrics",
  ];
  const names = [
    "q",
    "tag",
    "tags",
    "project",
    "since",
    "until",
    "source",
    "session",
    "limit",
    "after",
    "cursor",
    "query",
    "text",
  ];
  const longest = await measured.longestPiece(async () => {
    for (const path of paths)
      for (const name of names) {
        const many = Array.from({ length: 1_000 }, () => `${name}=a`).join("&");
        for (const query of [`${name}=${"a".repeat(12_000)}`, `${name}=${"%20,".repeat(2_500)}`, many]) {
          const response = await fetch(new URL(`${path}?${query}`, measured.serving.address));
          await response.text();
          expect(response.status, `${path} ${name}`).toBeLessThan(500);
        }
      }
  }, LONGEST_MS);
  expect(longest).toBeLessThan(LONGEST_MS);
});
