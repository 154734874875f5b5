import { expect, it } from "vitest";
import { connectStdio } from "../support/connect.ts";
import { textOf } from "../support/ledger.ts";
import { handshake, request, speak } from "../support/stdio-exchange.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

interface Page {
  readonly thoughts: readonly { readonly seq: number }[];
  readonly next?: string;
}

it("[R1] the thoughts of a session are read in pages of 500, linked by next", async () => {
  using home = temporaryFolder();
  const thoughts = Array.from({ length: 1201 }, (_, index) =>
    request(index, "tools/call", {
      name: "think",
      arguments: { thought: `Thought ${index + 1}`, session_id: "long" },
    }),
  );
  await speak({ home: home.path }, [...handshake, ...thoughts]);
  await using connected = await connectStdio("2026-07-28", { home: home.path });
  const pages: Page[] = [];
  for (let uri: string | undefined = "thoughtbox://sessions/long/thoughts"; uri !== undefined; ) {
    const page: Page = JSON.parse(await textOf(connected.client, uri));
    pages.push(page);
    uri = page.next;
  }
  expect(pages.map((page) => page.thoughts.length)).toEqual([500, 500, 201]);
  expect(pages.map(({ next }) => next !== undefined)).toEqual([true, true, false]);
  const order = pages.flatMap((page) => page.thoughts.map(({ seq }) => seq));
  expect(order).toEqual(Array.from({ length: 1201 }, (_, index) => index + 1));
});

it("[R1] a page ends before it is too large for a client, and no thought is lost", async () => {
  using home = temporaryFolder();
  const megabyte = "x".repeat(1_000_000);
  const thoughts = Array.from({ length: 12 }, (_, index) =>
    request(index, "tools/call", { name: "think", arguments: { thought: megabyte, session_id: "wide" } }),
  );
  await speak({ home: home.path }, [...handshake, ...thoughts]);
  await using connected = await connectStdio("handshake", { home: home.path });
  const seen: number[] = [];
  for (let uri: string | undefined = "thoughtbox://sessions/wide/thoughts"; uri !== undefined; ) {
    const page: Page = JSON.parse(await textOf(connected.client, uri));
    seen.push(...page.thoughts.map(({ seq }) => seq));
    uri = page.next;
  }
  expect(seen).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
});

it("[R1] the context of think can be read however large its thoughts are", async () => {
  using home = temporaryFolder();
  const thoughts = Array.from({ length: 12 }, (_, index) =>
    request(index, "tools/call", {
      name: "think",
      arguments: { thought: `${index + 1} ${"x".repeat(1_000_000)}`, session_id: "wide" },
    }),
  );
  await speak({ home: home.path }, [...handshake, ...thoughts]);
  await using connected = await connectStdio("handshake", { home: home.path });
  const context = await textOf(connected.client, "thoughtbox://think/wide/context");
  expect(context).toMatch(/^Previous thoughts in this session:\n/);
  expect(context).toContain("Step 12 ");
});
