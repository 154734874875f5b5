import {
  DEFAULT_PROJECT,
  type Fact,
  MAX_MARKS,
  type Mark,
  markOf,
  oneLine,
  parseReference,
  type SessionSummary,
  slugFor,
} from "../ledger/index.ts";
import type { Store } from "../store/port.ts";
import { compareSessions, type SessionComparison } from "./compare.ts";
import { checkTitle } from "./edit.ts";

const MOST_TAGS = 50;
const LONGEST_LINE = 300;

/** How two sessions are merged. */
export interface MergeRequest {
  readonly title: string;
  /** Who merges: the principal, or the program if nobody signed in. */
  readonly by: string;
}

/**
 * Opens a session whose first thought states what two sessions decided, dropped and left open, and cites both. The two
 * stay as they are. Conflicting decisions become open questions.
 */
export async function mergeSessions(
  store: Store,
  ids: readonly [string, string],
  { title, by }: MergeRequest,
): Promise<SessionSummary> {
  const checked = checkTitle(title);
  const compared = await compareSessions(store, ...ids);
  const { a, b } = compared;
  const id = slugFor(checked, Date.now());
  const mergedFrom = [a.id, b.id];
  const { thought } = await store.append({
    target: {
      client: `merge ${id} ${Date.now()}`,
      mayContinue: false,
      open: () => ({
        title: checked,
        description: `Merged from ${a.id} and ${b.id}.`,
        project: a.project === b.project ? a.project : DEFAULT_PROJECT,
        tags: [...new Set([...a.tags, ...b.tags])].slice(0, MOST_TAGS),
        mode: "chain",
        metadata: { mergedFrom },
      }),
    },
    content: contentOf(compared),
    marks: marksOf(compared),
    evidence: mergedFrom.map((source) => parseReference(`thoughtbox://sessions/${source}`)),
    nextThoughtNeeded: true,
    mode: "chain",
    source: "library",
    author: by,
    metadata: { mergedFrom },
  });
  const { windowStart: _, ...session } = await store.editSession(thought.sessionId, { merged: true, by });
  return session;
}

function contentOf({ a, b, decisions, deadEnds, open, conflicts }: SessionComparison): string {
  const cited = (fact: Fact, of: SessionSummary): string => `- ${lineOf(fact)} (${of.id}#${fact.seq})`;
  const part = (name: string, { common, onlyA, onlyB }: SessionComparison["decisions"]): string[] => {
    const lines = [
      ...common.map((pair) => `- ${lineOf(pair.a)} (${a.id}#${pair.a.seq}, ${b.id}#${pair.b.seq})`),
      ...onlyA.map((fact) => cited(fact, a)),
      ...onlyB.map((fact) => cited(fact, b)),
    ];
    return lines.length === 0 ? [] : ["", `${name}:`, ...lines];
  };
  return [
    `This session continues two others: "${oneLine(a.title, 200)}" (${a.id}, ${a.thoughtCount} thoughts) and "${oneLine(b.title, 200)}" (${b.id}, ${b.thoughtCount} thoughts).`,
    ...(conflicts.length === 0
      ? []
      : [
          "",
          "In conflict:",
          ...conflicts.map(
            (pair) =>
              `- ${lineOf(pair.a)} (${a.id}#${pair.a.seq}), but ${lineOf(pair.b)} (${b.id}#${pair.b.seq})`,
          ),
        ]),
    ...part("Decided", decisions),
    ...part("Tried and dropped", deadEnds),
    ...part("Open questions", open),
  ].join("\n");
}

const lineOf = ({ text, reason }: Fact): string =>
  oneLine(reason === undefined ? text : `${text} because ${reason}`, LONGEST_LINE);

/** The facts of both sessions as marks: shared facts first; conflicting decisions become open questions. */
function marksOf({ a, b, decisions, deadEnds, open, conflicts }: SessionComparison): readonly Mark[] {
  const disputed = new Set<Fact>(conflicts.flatMap((pair) => [pair.a, pair.b]));
  const of = ({ common, onlyA, onlyB }: SessionComparison["decisions"]) =>
    [...common.map((pair) => pair.a), ...onlyA, ...onlyB].filter((fact) => !disputed.has(fact));
  const disputes = conflicts.map((pair) =>
    markOf(
      "open",
      `Which holds: "${pair.a.text}" (${a.id}#${pair.a.seq}) or "${pair.b.text}" (${b.id}#${pair.b.seq})?`,
    ),
  );
  const stated = [...of(decisions), ...of(open), ...of(deadEnds)].map(({ kind, text, reason }) =>
    markOf(kind, text, reason),
  );
  const openCount = disputes.length + of(open).length;
  const next =
    openCount === 0 ? "Go on from what both sessions decided" : "Answer the open questions of both sessions";
  return [...disputes, ...stated].slice(0, MAX_MARKS - 1).concat(markOf("next", next));
}
