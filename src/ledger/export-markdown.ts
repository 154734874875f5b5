import type { ExportedSession, ReadThoughts } from "./export.ts";
import { oneLine } from "./id.ts";
import type { Note } from "./note.ts";
import { quoted } from "./note-block.ts";
import { pace } from "./pace.ts";
import { redactText } from "./redact.ts";
import { questionOf, speakerOf } from "./speaker.ts";
import type { Thought } from "./thought.ts";

/**
 * How many characters of branches are held at a time. If a session's branches have more, it is read again for the rest.
 */
const HELD_CHARACTERS = 16 * 1024 * 1024;

/** A session as Markdown, in pieces: the main branch first, then each branch under its own heading. */
export async function* exportMarkdown(
  session: ExportedSession,
  read: ReadThoughts,
  heldCharacters: number = HELD_CHARACTERS,
): AsyncGenerator<string> {
  for await (const piece of written(session, read, heldCharacters)) {
    yield redactText(piece);
    await pace();
  }
}

async function* written(
  { title, id, createdAt, tags, notes = [] }: ExportedSession,
  read: ReadThoughts,
  heldCharacters: number,
): AsyncGenerator<string> {
  yield `# ${title}\n\n**Session ID:** ${id}\n**Created:** ${createdAt}\n`;
  if (tags.length > 0) yield `**Tags:** ${tags.join(", ")}\n`;
  yield "\n---\n";
  const branches = new Map<string, MeasuredBranch>();
  for await (const thought of read()) {
    if (thought.branchId === undefined) yield thoughtSection("##", thought);
    else measure(branches, thought.branchId, thought);
  }
  for (const group of groupsOf(branches.values(), heldCharacters)) yield* branchSections(group, read);
  if (notes.length > 0) yield `\n## Notes from people\n${notes.map(noteSection).join("")}`;
}

function noteSection({ id, on, author, text, state, createdAt, answeredBy }: Note): string {
  const where = on === null ? "" : ` on thought ${on}`;
  const answer = answeredBy === undefined ? state : `answered by thought ${answeredBy}`;
  return `\n**${author}**${where}, ${createdAt}, ${answer} (note:${id}):\n\n${quoted(text)}\n`;
}

interface MeasuredBranch {
  readonly branchId: string;
  readonly heading: string;
  thoughts: number;
  characters: number;
}

function measure(
  branches: Map<string, MeasuredBranch>,
  branchId: string,
  { branchFrom, content }: Thought,
): void {
  let branch = branches.get(branchId);
  if (!branch) {
    const from = branchFrom === undefined ? "" : ` (from thought ${branchFrom})`;
    branch = { branchId, heading: `\n## Branch: ${branchId}${from}\n`, thoughts: 0, characters: 0 };
    branches.set(branchId, branch);
  }
  branch.thoughts++;
  branch.characters += content.length;
}

/** Groups of branches for one pass: the first is written as it is read, the others are held until then. */
function* groupsOf(
  branches: Iterable<MeasuredBranch>,
  heldCharacters: number,
): Generator<readonly MeasuredBranch[]> {
  let group: MeasuredBranch[] = [];
  let held = 0;
  for (const branch of branches) {
    if (group.length > 0) held += branch.characters;
    if (held > heldCharacters) {
      yield group;
      group = [];
      held = 0;
    }
    group.push(branch);
  }
  if (group.length > 0) yield group;
}

async function* branchSections(group: readonly MeasuredBranch[], read: ReadThoughts): AsyncGenerator<string> {
  const [streamed, ...others] = group;
  const held = new Map(others.map((branch) => [branch.branchId, [branch.heading]]));
  // Thoughts that arrive after the branches were measured are left out.
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
  const question = questionOf(thought);
  const asked = question === undefined ? "" : `${quoted(question)}\n\n`;
  return `\n${level} Thought ${thought.number}${revision}\n\n${asked}${spokenBy(thought)}${thought.content}\n${marks(thought)}${critique(thought)}`;
}

/** The speaker of a conversation's thought; thoughts without a role have one author, which the heading need not repeat. */
function spokenBy(thought: Thought): string {
  const speaker = thought.metadata.role === undefined ? undefined : speakerOf(thought);
  if (!speaker) return "";
  return `**${oneLine(speaker.name)}${speaker.note === undefined ? "" : `, ${speaker.note}`}:**\n\n`;
}

/** The facts that the author declared, below the thought. */
function marks({ marks: given = [] }: Thought): string {
  const lines = given.map((mark) => `- **${mark.replace(": ", ":** ")}\n`);
  return lines.length === 0 ? "" : `\n${lines.join("")}`;
}

/** A model's critique, below its thought. */
function critique({ critique: given }: Thought): string {
  if (typeof given?.text !== "string") return "";
  const by = typeof given.model === "string" ? ` (${given.model})` : "";
  return `\n${quoted(`**Critique**${by}: ${given.text}`)}\n`;
}
