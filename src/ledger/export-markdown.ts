import type { ReadThoughts } from "./export.ts";
import { pace } from "./pace.ts";
import { redactText } from "./redact.ts";
import type { Session } from "./session.ts";
import type { Thought } from "./thought.ts";

/** How many letters of branches are held at a time: a session with more in its branches is read once more for each. */
const HELD_LETTERS = 16 * 1024 * 1024;

/** A session as Markdown, in pieces: the main lane first, then each branch under its own heading. */
export async function* exportMarkdown(
  session: Session,
  read: ReadThoughts,
  heldLetters: number = HELD_LETTERS,
): AsyncGenerator<string> {
  for await (const piece of written(session, read, heldLetters)) {
    yield redactText(piece);
    await pace();
  }
}

async function* written(
  { title, id, createdAt, tags }: Session,
  read: ReadThoughts,
  heldLetters: number,
): AsyncGenerator<string> {
  yield `# ${title}\n\n**Session ID:** ${id}\n**Created:** ${createdAt}\n`;
  if (tags.length > 0) yield `**Tags:** ${tags.join(", ")}\n`;
  yield "\n---\n";
  const lanes = new Map<string, Lane>();
  for await (const thought of read()) {
    if (thought.branchId === undefined) yield thoughtSection("##", thought);
    else measure(lanes, thought.branchId, thought);
  }
  for (const group of groupsOf(lanes.values(), heldLetters)) yield* branches(group, read);
}

interface Lane {
  readonly branchId: string;
  readonly heading: string;
  thoughts: number;
  letters: number;
}

function measure(lanes: Map<string, Lane>, branchId: string, { branchFrom, content }: Thought): void {
  let lane = lanes.get(branchId);
  if (!lane) {
    const from = branchFrom === undefined ? "" : ` (from thought ${branchFrom})`;
    lane = { branchId, heading: `\n## Branch: ${branchId}${from}\n`, thoughts: 0, letters: 0 };
    lanes.set(branchId, lane);
  }
  lane.thoughts++;
  lane.letters += content.length;
}

/** Lanes that one reading gives: the first goes out as it is read, the others are held until it has. */
function* groupsOf(lanes: Iterable<Lane>, heldLetters: number): Generator<readonly Lane[]> {
  let group: Lane[] = [];
  let held = 0;
  for (const lane of lanes) {
    if (group.length > 0) held += lane.letters;
    if (held > heldLetters) {
      yield group;
      group = [];
      held = 0;
    }
    group.push(lane);
  }
  if (group.length > 0) yield group;
}

async function* branches(group: readonly Lane[], read: ReadThoughts): AsyncGenerator<string> {
  const [streamed, ...others] = group;
  const held = new Map(others.map((lane) => [lane.branchId, [lane.heading]]));
  // What arrives after the lanes were measured is in no part of the document.
  let missing = group.reduce((sum, { thoughts }) => sum + thoughts, 0);
  yield streamed!.heading;
  for await (const thought of read()) {
    if (thought.branchId === undefined) continue;
    const pieces = held.get(thought.branchId);
    if (pieces) pieces.push(thoughtSection("###", thought));
    else if (thought.branchId === streamed!.branchId) yield thoughtSection("###", thought);
    else continue;
    if (--missing === 0) break;
  }
  for (const pieces of held.values()) yield* pieces;
}

function thoughtSection(level: string, thought: Thought): string {
  const revision = thought.isRevision ? ` (revises thought ${thought.revises})` : "";
  const { question } = thought.metadata;
  const asked = typeof question === "string" ? `${quoted(question)}\n\n` : "";
  return `\n${level} Thought ${thought.number}${revision}\n\n${asked}${thought.content}\n${critique(thought)}`;
}

/** What a model found to criticise, under the thought it is about. */
function critique({ critique: given }: Thought): string {
  if (typeof given?.text !== "string") return "";
  const by = typeof given.model === "string" ? ` (${given.model})` : "";
  return `\n${quoted(`**Critique**${by}: ${given.text}`)}\n`;
}

const quoted = (text: string): string => text.replace(/^/gm, "> ");
