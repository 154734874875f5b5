import type { Decision, DecisionTable, Ranked } from "../../ledger/index.ts";
import type { Score } from "./decision-scores.ts";

/** A table of scores as Markdown, with the reasons below it. */
export function tableText(
  question: string,
  { options, criteria }: DecisionTable,
  scores: readonly (readonly Score[])[],
): string {
  const header = [
    "Option",
    ...criteria.map(({ name, kind, weight }) => `${name} (${kind}, weight ${weight})`),
  ];
  const rows = options.map((option, index) => [option, ...scores[index]!.map(({ score }) => String(score))]);
  const lines = [header, header.map(() => "---"), ...rows];
  const reasons = options.flatMap((option, index) =>
    scores[index]!.flatMap(({ reason }, place) =>
      reason === undefined ? [] : [`- ${option}, ${criteria[place]!.name}: ${reason}`],
    ),
  );
  return [
    question,
    lines.map((cells) => `| ${cells.map(cellText).join(" | ")} |`).join("\n"),
    ...(reasons.length > 0 ? [`Reasons:\n${reasons.join("\n")}`] : []),
  ].join("\n\n");
}

/** Outcome and sensitivity as text. */
export function outcomeText({ winner, margin, agree, weightedSum, topsis, sensitivity }: Decision): string {
  const second = weightedSum[1]!.option;
  const lead = margin === 0 ? `level with ${second}, which was named later` : `${margin} ahead of ${second}`;
  const other = agree ? "TOPSIS has the same winner." : `TOPSIS prefers ${topsis[0]!.option}: look again.`;
  const firmness = sensitivity.map(({ criterion, weight, flipsAt, flipsTo }) => {
    if (flipsAt === undefined) return `- ${criterion} (weight ${weight}): no weight changes the winner.`;
    if (flipsAt === weight)
      return `- ${criterion} (weight ${weight}): the slightest change lets ${flipsTo} win.`;
    return `- ${criterion} (weight ${weight}): ${flipsTo} wins ${flipsAt > weight ? "above" : "below"} ${flipsAt}.`;
  });
  return [
    `Decision: ${winner} wins by weighted sum, ${lead}. ${other}`,
    `Weighted sum: ${ranking(weightedSum)}\nTOPSIS: ${ranking(topsis)}`,
    `How firm it is, one weight moving and the others in proportion:\n${firmness.join("\n")}`,
  ].join("\n\n");
}

/** Why the winner won, in one line. */
export function reasonOf({ margin, agree, weightedSum }: Decision): string {
  const second = weightedSum[1]!.option;
  const lead = margin === 0 ? `level with ${second}` : `${margin} ahead of ${second}`;
  return `its weighted sum is ${lead}${agree ? "" : ", though TOPSIS disagrees"}`;
}

function ranking(ranked: readonly Ranked[]): string {
  return ranked.map(({ option, score }, index) => `${index + 1}. ${option} ${score}`).join(", ");
}

/** Escapes characters that would end a table cell. */
function cellText(text: string): string {
  return text.replace(/[\\|]/g, (found) => `\\${found}`);
}
