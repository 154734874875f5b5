/** An amount of dollars with as many digits as it needs: "$1.20", "$0.0042". */
export function dollars(cost: number): string {
  if (cost === 0 || cost >= 0.1) return `$${cost.toFixed(2)}`;
  return `$${cost < 0.0001 ? cost.toPrecision(1) : cost.toFixed(4)}`;
}

/** Tokens that a model read and wrote: "1,200 tokens in, 90 out". */
export function tokensText(input: number, output: number): string {
  return `${input.toLocaleString("en-GB")} tokens in, ${output.toLocaleString("en-GB")} out`;
}

/** Tokens and cost in the metadata of a thought; undefined if none are recorded. */
export function spentText({ usage, cost }: Readonly<Record<string, unknown>>): string | undefined {
  const given = (usage ?? {}) as Readonly<Record<string, unknown>>;
  const count = (name: string) => (typeof given[name] === "number" ? given[name] : 0);
  const input = count("inputTokens") + count("cacheReadTokens") + count("cacheWriteTokens");
  const output = count("outputTokens");
  if (input + output === 0) return undefined;
  const tokens = tokensText(input, output);
  return typeof cost === "number" ? `${dollars(cost)}, ${tokens}` : tokens;
}
