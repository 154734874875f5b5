import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { StdioClient, ToolAnswer } from "./client.ts";
import type { Cell, Table } from "./report.ts";
import { type Contender, clew, isClewBuilt, reference, startStdio } from "./servers.ts";
import { thoughtArguments } from "./thoughts.ts";
import type { Workspace } from "./workspace.ts";

interface Variant {
  readonly name: string;
  readonly contender: Contender;
  readonly flags: readonly string[];
  readonly tool: string;
}

const ours = (tools: string, tool: string): Variant => {
  const flags = tools === "all" ? [] : ["--tools", tools];
  return { name: `clew, ${tools === "all" ? "default" : flags.join(" ")}`, contender: clew, flags, tool };
};

const variants: readonly Variant[] = [
  ours("all", "thoughtbox"),
  ours("thoughtbox", "thoughtbox"),
  ours("think", "think"),
  { name: "reference", contender: reference, flags: [], tool: reference.tool },
];

/** Benchmark 5: the cost of the tool list and the answers in a model's context. */
export async function measureSize(workspace: Workspace): Promise<Table> {
  const rows: (readonly Cell[])[] = [];
  for (const variant of variants.filter(({ contender }) => contender !== clew || isClewBuilt())) {
    const home = workspace.folder();
    const client = await startStdio(workspace, variant.contender, home, variant.flags);
    rows.push([variant.name, ...(await listSize(client)), ...(await answerSizes(client, variant.tool))]);
    await client.close();
  }
  return {
    title: "Size in a model's context",
    note:
      "Tokens by o200k over the JSON of the list; an answer is its whole result over the wire in bytes, and in " +
      "tokens what a model is shown: the texts of its content.",
    columns: [
      "server",
      "tools",
      "list tokens",
      "list bytes",
      "first answer",
      "next answer",
      "next answer, tokens",
    ],
    rows,
    checks: [],
  };
}

async function listSize(client: StdioClient): Promise<readonly [number, number, number]> {
  const { tools } = await client.request<{ readonly tools: readonly object[] }>("tools/list", {});
  const json = JSON.stringify(tools);
  return [tools.length, countTokens(json), Buffer.byteLength(json)];
}

async function answerSizes(client: StdioClient, tool: string): Promise<readonly [string, string, number]> {
  const first = await client.call(tool, thoughtArguments(1));
  const next = await client.call(tool, thoughtArguments(2, first.structuredContent?.sessionId));
  const shown = next.content.map(({ text }) => text ?? "").join("\n");
  return [bytes(first), bytes(next), countTokens(shown)];
}

function bytes(answer: ToolAnswer): string {
  return `${Buffer.byteLength(JSON.stringify(answer)).toLocaleString("en-US")} B`;
}
