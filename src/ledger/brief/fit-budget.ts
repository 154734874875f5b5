import type { BriefLine } from "../brief.ts";
import { estimateTokens } from "../tokens.ts";
import type { Line, Section } from "./lines.ts";
import { safeLine } from "./safe-line.ts";

const TITLES: Readonly<Record<Section, string>> = {
  goal: "Goal",
  decided: "Decided",
  dropped: "Tried and dropped",
  open: "Open questions",
  answered: "Answered",
  branches: "Branches",
  noted: "Also noted",
  outcome: "Outcome",
  next: "Next step",
};

/** Widths by number of lines: a brief gets wider lines only after it has more of them. */
const STEPS: readonly (readonly [lines: number, width: number])[] = [
  [2, 40],
  [6, 60],
  [14, 84],
  [18, 92],
  [22, 100],
  [30, 116],
  [38, 126],
  [48, 138],
  [64, 150],
  [80, 170],
  [100, 200],
  [150, 260],
  [300, 400],
];
/** A line that is hardly a fact is left out while the others are narrower than this. */
const LIKELY = -0.5;
const ENOUGH = 150;
/** The likelier a line is a fact, the wider it is: by how much the first one, each further one, and the last ones. */
const WIDEST = 1.15;
const LESS_WIDE = 0.01;
const LEAST_WIDE = 0.7;

/** The width of trusted lines before there is room for more. */
const NARROW = 24;

interface Stage {
  readonly lines: number;
  readonly width: number;
  readonly hasTitle: boolean;
}

/** The fullest brief within a budget. Each stage contains the one before it, so a larger budget never contains less. */
export function fitBudget(
  title: string,
  lines: readonly Line[],
  budget: number,
): { readonly text: string; readonly lines: readonly BriefLine[] } {
  const trusted = lines.filter(({ origin }) => origin !== "inferred").length;
  const likely = lines.findLastIndex(({ weight }) => weight >= LIKELY) + 1;
  const stages = stagesOf(lines.length, trusted, likely);
  let [low, high] = [0, stages.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateTokens(render(title, lines, stages[middle]!).text) <= budget) low = middle;
    else high = middle - 1;
  }
  return render(title, lines, stages[low]!);
}

/** The lines of declared and extracted facts are all there before any line gets wider. */
function stagesOf(count: number, trusted: number, likely: number): readonly Stage[] {
  const stages: Stage[] = [
    { lines: Math.min(1, count), width: 40, hasTitle: false },
    { lines: Math.min(2, count), width: 40, hasTitle: false },
    { lines: Math.min(2, count), width: 40, hasTitle: true },
  ];
  let taken = Math.min(2, count);
  while (taken < Math.min(trusted + 2, count)) stages.push({ lines: ++taken, width: NARROW, hasTitle: true });
  for (const [most, width] of STEPS) {
    stages.push({ lines: taken, width, hasTitle: true });
    const wanted = width < ENOUGH ? Math.min(most, Math.max(likely, trusted + 2)) : most;
    while (taken < Math.min(wanted, count)) stages.push({ lines: ++taken, width, hasTitle: true });
  }
  return stages;
}

function render(title: string, lines: readonly Line[], { lines: count, width, hasTitle }: Stage) {
  const kept = lines.slice(0, count);
  const widths = new Map(kept.map((line, place) => [line, widthAt(place, width)]));
  const fitted: BriefLine[] = [];
  const sections = (Object.keys(TITLES) as Section[]).flatMap((section) => {
    const own = kept
      .filter((line) => line.section === section)
      .toSorted((a, b) => a.seq - b.seq || (a.at ?? 0) - (b.at ?? 0));
    if (own.length === 0) return [];
    const texts = own.map((line) => {
      const { seq, number, branchId, origin } = line;
      const text = `${line.text(widths.get(line)!)} ${cite(number, branchId)}`;
      fitted.push({
        section,
        text,
        seq,
        thoughtNumber: number,
        ...(branchId === undefined ? {} : { branchId }),
        origin,
      });
      return `- ${text}\n`;
    });
    return [`**${TITLES[section]}**\n${texts.join("")}`];
  });
  return { text: `${`${hasTitle ? title : ""}${sections.join("\n")}`.trimEnd()}\n`, lines: fitted };
}

function widthAt(place: number, width: number): number {
  return Math.floor(width * Math.max(LEAST_WIDE, WIDEST - LESS_WIDE * place));
}

function cite(number: number, branchId?: string): string {
  return branchId === undefined ? `(#${number})` : `(#${number} ${safeLine(branchId, 40)})`;
}
