import { createHash } from "node:crypto";
import { realpath, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { rootProblem } from "../files/bindable-folder.ts";
import { hashLines, rollingSum } from "../files/cited-lines.ts";
import { commitOf, pathInside, readCited } from "../files/read-cited.ts";
import type { Evidence, Handle, Mark, StoredEvidence } from "../ledger/index.ts";
import type { Store } from "../store/port.ts";
import { type CellRun, cellOutcome } from "./cell-outcome.ts";
import { handleKey } from "./handle-key.ts";
import type { Author } from "./record.ts";

/** Where cited files may be. */
export interface EvidencePlaces {
  /** The data home, whose files are never cited. */
  readonly home: string;
  /** The folder that a process with one client was started in. */
  readonly folders: readonly string[];
  /** Whether the caller's files are on this machine. */
  readonly bindsRoots: boolean;
}

/** Evidence that is ready to be stored, and warnings about what could not be resolved. */
export interface ResolvedEvidence {
  readonly evidence: readonly StoredEvidence[];
  /** The outcomes of the runs of cited cells. */
  readonly outcomes: readonly Mark[];
  readonly warnings: readonly string[];
}

/** Hashes the targets of an author's evidence. */
export type HashEvidence = (author: Author, evidence: readonly Evidence[]) => Promise<ResolvedEvidence>;

/** Creates the function that hashes what evidence names, as far as it can be found. It never fails for a reference. */
export function evidenceHasher(store: Store, places: EvidencePlaces): HashEvidence {
  return (author, evidence) => hashEvidence(store, author, evidence, places);
}

async function hashEvidence(
  store: Store,
  author: Author,
  evidence: readonly Evidence[],
  places: EvidencePlaces,
): Promise<ResolvedEvidence> {
  const roots = evidence.some(({ kind }) => kind === "file") ? await rootsOf(store, author, places) : [];
  const commits = new Map<string, string | undefined>();
  const stored: StoredEvidence[] = [];
  const outcomes: Mark[] = [];
  for (const one of evidence) {
    const run = one.kind === "cell" ? await runOf(store, one) : undefined;
    if (run) {
      stored.push({ ...one, sha256: hashOf(run) });
      outcomes.push(cellOutcome(one, run));
    } else stored.push(one.kind === "file" ? await hashFile(one, roots, commits) : one);
  }
  return { evidence: stored, outcomes, warnings: unresolved(stored) };
}

function unresolved(stored: readonly StoredEvidence[]): readonly string[] {
  const named = (kind: Evidence["kind"]) =>
    stored
      .filter((one) => one.kind === kind && one.sha256 === undefined)
      .slice(0, 5)
      .map(({ ref }) => JSON.stringify(ref.slice(0, 200)))
      .join(", ");
  const [files, cells, texts] = [named("file"), named("cell"), named("text")];
  return [
    // The same text for a missing and a forbidden file, so that it does not reveal which files exist.
    ...(files
      ? [`evidence: ${files} kept as text: no file of at most 1 MB with these lines in your root.`]
      : []),
    ...(cells ? [`evidence: ${cells} kept as text: no such cell, or it has not run.`] : []),
    ...(texts
      ? [`evidence: ${texts} kept as text: send path:12-30, a URL, cell:id/cell, cmd: … => 0 or #12.`]
      : []),
  ];
}

/** The folders in which a caller's paths are looked up: the bound root, or the client's roots, or the working folder. */
async function rootsOf(
  store: Store,
  author: Author,
  { home, folders, bindsRoots }: EvidencePlaces,
): Promise<readonly string[]> {
  if (!bindsRoots) return [];
  // A root that was bound without a session holds for the whole connection.
  const bound =
    (await boundTo(store, author.handle)) ?? (author.connection && (await boundTo(store, author.connection)));
  const wanted = bound !== undefined ? [bound] : ((await author.roots?.())?.map(pathOf) ?? folders);
  const roots = await Promise.all(wanted.slice(0, MAX_ROOTS).map((folder) => citableRoot(folder, home)));
  return roots.filter((root) => root !== undefined);
}

async function boundTo(store: Store, handle: Handle): Promise<string | undefined> {
  const key = handleKey(handle);
  return key === undefined ? undefined : (await store.handle(key)).root;
}

const MAX_ROOTS = 20;

function pathOf(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    return "";
  }
}

/** The real path of a folder whose files may be cited; undefined if there is none. */
export async function citableRoot(folder: string, home: string): Promise<string | undefined> {
  if (folder === "" || folder.includes("\0")) return undefined;
  try {
    const root = await realpath(folder);
    if (!(await stat(root)).isDirectory()) return undefined;
    return (await rootProblem(root, home)) === undefined ? root : undefined;
  } catch {
    return undefined;
  }
}

async function hashFile(
  evidence: Evidence,
  roots: readonly string[],
  commits: Map<string, string | undefined>,
): Promise<StoredEvidence> {
  for (const root of roots) {
    if (pathInside(root, evidence.path!) === undefined) continue;
    const file = await readCited(root, evidence.path!);
    if (typeof file === "string") continue;
    const { from = 1, to = file.lines.length } = evidence;
    if (to > file.lines.length) continue;
    const lines = file.lines.slice(from - 1, to);
    if (!commits.has(root)) commits.set(root, await commitOf(root));
    const commit = commits.get(root);
    return {
      ...evidence,
      path: file.path,
      sha256: hashLines(lines),
      ...(evidence.from !== undefined && { rolling: rollingSum(lines) }),
      ...(commit !== undefined && { commit }),
      root,
    };
  }
  return evidence;
}

/** SHA-256 of the output of a cell's last run; undefined if there is no such run. */
export async function runHash(store: Store, evidence: Evidence): Promise<string | undefined> {
  const run = await runOf(store, evidence);
  return run && hashOf(run);
}

const runOf = (store: Store, { notebook, cell }: Evidence) =>
  store.cellRun(notebook!, cell!).catch(() => undefined);

function hashOf({ status, exitCode, outputs }: CellRun): string {
  return createHash("sha256").update(JSON.stringify({ status, exitCode, outputs })).digest("hex");
}
