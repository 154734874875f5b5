import { type Analysis, analyse } from "./analyse.ts";
import { type Brief, briefOf } from "./brief.ts";
import type { ExportedSession, ReadThoughts } from "./export.ts";
import type { WriteDocument } from "./export-document.ts";
import { declareFacts, MAX_STANDING } from "./facts/declare.ts";
import type { BranchFate, Fact } from "./facts/fact.ts";
import { findFacts } from "./facts/facts-of.ts";
import { readMarks } from "./facts/marks.ts";
import { oneLine } from "./id.ts";
import type { LaneSpan } from "./lanes.ts";
import { redactText } from "./redact.ts";
import { readGraph, rowsOf, type SessionGraph } from "./session-graph.ts";
import type { Thought } from "./thought.ts";
import { withoutSecrets } from "./without-secrets.ts";

/** A page contains at most this many thoughts, the first ones. */
export const HTML_THOUGHTS = 10_000;

/** A person reads whole sentences. */
const BRIEF_TOKENS = 2_000;

/** Placeholders for the title and the session in the viewer's page. */
export const HTML_TITLE = "$CLEW_TITLE$";
export const HTML_DATA = "$CLEW_SESSION$";

/** A session as the viewer reads it, with secrets redacted in every text. */
export interface HtmlSession {
  readonly session: Omit<ExportedSession, "owner">;
  readonly exportedAt: string;
  /** Whether the session has more thoughts than the page. */
  readonly isCut: boolean;
  /** Branch names; the first is the main branch. */
  readonly branches: readonly string[];
  readonly lanes: readonly LaneSpan[];
  /** How many columns the branches are drawn in. */
  readonly width: number;
  readonly analysis: Analysis;
  readonly brief: Brief["lines"];
  /** How each branch ended, in the order of `branches`. */
  readonly fates: readonly (BranchFate | null)[];
  readonly thoughts: readonly HtmlThought[];
}

/** A thought of such a session with its layout. Other thoughts are referenced by `seq`; 0 means none. */
export interface HtmlThought
  extends Pick<
    Thought,
    "seq" | "number" | "content" | "source" | "author" | "confidence" | "critique" | "marks" | "createdAt"
  > {
  /** Index of its branch. */
  readonly branch: number;
  readonly column: number;
  readonly parent: number;
  readonly revises: number;
  readonly isLast: boolean;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Creates a writer that embeds sessions in the viewer's page: one self-contained file. */
export function htmlInto(viewer: string): WriteDocument {
  const [head, ...afterTitle] = viewer.split(HTML_TITLE);
  const [between, ...afterData] = afterTitle.join(HTML_TITLE).split(HTML_DATA);
  return async function* write(session, read, exportedAt) {
    yield `${head}${escapedHtml(oneLine(redactText(session.title)))}${between}`;
    for await (const piece of dataPieces(session, read, exportedAt)) yield embedded(piece);
    yield afterData.join(HTML_DATA);
  };
}

async function* dataPieces(
  session: ExportedSession,
  read: ReadThoughts,
  exportedAt: string,
): AsyncGenerator<string> {
  let isCut = false;
  const graph = await readGraph(() => firstOf(read(), HTML_THOUGHTS, () => (isCut = true)));
  const { layout, branches } = graph;
  const { owner: _, ...visible } = session;
  const declared = await declaredIn(firstOf(read(), graph.length));
  const found = await findFacts(firstOf(read(), graph.length), declared);
  const head: Omit<HtmlSession, "thoughts"> = {
    session: withoutSecrets(visible),
    exportedAt,
    isCut,
    branches: branches.map(redactText),
    lanes: layout.lanes,
    width: layout.width,
    analysis: await analyse(session, firstOf(read(), graph.length)),
    brief: withoutSecrets(briefOf(session, found, BRIEF_TOKENS).lines),
    fates: branches.map((name) => found.branches.find(({ branchId }) => branchId === name)?.fate ?? null),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"thoughts":[`;
  for await (const { row, thought } of rowsOf(graph, read))
    yield `${row === 0 ? "\n" : ",\n"}${JSON.stringify(shown(thought, row, graph))}`;
  yield "\n]}";
}

/** The facts that authors declared and that none of their later ones replaced. */
async function declaredIn(thoughts: AsyncIterable<Thought>): Promise<readonly Fact[]> {
  let standing: (Fact & { readonly ordinal: number })[] = [];
  for await (const { marks, seq, number, branchId } of thoughts) {
    if (!marks) continue;
    const newest = standing
      .slice(-MAX_STANDING)
      .reverse()
      .map((fact) => ({ ...fact, branch: fact.branchId ?? "" }));
    const { facts, replaced } = declareFacts(readMarks(marks).marks, branchId ?? "", newest);
    const isReplaced = (fact: (typeof standing)[number]) =>
      replaced.some((one) => one.seq === fact.seq && one.ordinal === fact.ordinal);
    standing = standing.filter((fact) => !isReplaced(fact));
    for (const [ordinal, fact] of facts.entries())
      standing.push({
        ...fact,
        seq,
        ordinal,
        thoughtNumber: number,
        ...(branchId !== undefined && { branchId }),
        origin: "declared",
      });
  }
  return standing;
}

async function* firstOf(
  thoughts: AsyncIterable<Thought>,
  most: number,
  onMore = () => {},
): AsyncGenerator<Thought> {
  let left = most;
  for await (const thought of thoughts) {
    if (left-- === 0) return onMore();
    yield thought;
  }
}

function shown(thought: Thought, row: number, graph: SessionGraph): HtmlThought {
  const { seq, number, source, author, confidence, critique, marks, metadata, createdAt } = thought;
  return {
    seq,
    number,
    content: redactText(thought.content),
    branch: graph.branch[row]!,
    column: graph.layout.columns[row]!,
    parent: graph.parent[row]!,
    revises: graph.revises[row]!,
    isLast: !thought.nextThoughtNeeded,
    source,
    createdAt,
    ...(author !== undefined && { author: redactText(author) }),
    ...(confidence !== undefined && { confidence }),
    ...(critique && { critique: withoutSecrets(critique) }),
    ...(marks && { marks: marks.map(redactText) }),
    ...(Object.keys(metadata).length > 0 && { metadata: withoutSecrets(metadata) }),
  };
}

/** JSON that is safe inside of a script element. */
const embedded = (json: string): string => json.replaceAll("<", "\\u003c");

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

const escapedHtml = (text: string): string => text.replace(/[&<>]/g, (sign) => ENTITIES[sign]!);
