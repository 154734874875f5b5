import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { readDocument } from "./file-transcript.ts";
import type { Files } from "./files-under.ts";
import { statFile, unlessUnreadable } from "./readable-file.ts";
import { createSessionFacts } from "./session-facts.ts";
import type { OpenTranscript, Places, Skips, Transcript, TranscriptThought } from "./transcript.ts";
import { type JsonObject, objectOf, tagsOf, textOf, timeOf } from "./value.ts";

/** The data folder of the Thoughtbox server, which keeps one file a thought. */
export function thoughtboxFolder({ env, homeFolder }: Places): string {
  return env.THOUGHTBOX_DATA_DIR || join(homeFolder, ".thoughtbox");
}

/** Finds the sessions among files: `projects/<project>/sessions/<month>/<id>/manifest.json`. */
export async function* findThoughtbox(given: Files, skips: Skips): AsyncGenerator<Transcript> {
  for await (const file of given) {
    if (basename(file) !== "manifest.json") continue;
    const session = dirname(file);
    const transcript = await unlessUnreadable(skips, async () => {
      const files = await thoughtFiles(session);
      return files.length === 0 ? undefined : thoughtboxTranscript(file, session, files);
    });
    if (transcript) yield transcript;
  }
}

async function thoughtboxTranscript(
  manifest: string,
  folder: string,
  files: readonly ThoughtFile[],
): Promise<Transcript> {
  const stats = await Promise.all([manifest, ...files.map(({ file }) => file)].map((file) => statFile(file)));
  const modifiedAt = Math.max(...stats.map(({ mtimeMs }) => mtimeMs));
  const bytes = stats.reduce((sum, { size }) => sum + size, 0);
  return {
    program: "thoughtbox",
    nativeId: basename(folder),
    file: manifest,
    fingerprint: `${files.length}-${bytes}-${Math.floor(modifiedAt)}`,
    bytes,
    modifiedAt,
    open: (skips) => openSession(manifest, folder, files, skips),
  };
}

interface ThoughtFile {
  readonly file: string;
  /** Name of the folder, if the thought is in a branch. */
  readonly branch?: string;
}

const NUMBERED = /^\d+\.json$/;

/** The files of the main line and then of each branch, in order of their numbers. */
async function thoughtFiles(folder: string): Promise<ThoughtFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const numbered = (names: readonly string[]) =>
    names
      .filter((name) => NUMBERED.test(name))
      .sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10));
  const own = numbered(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
  const found: ThoughtFile[] = own.map((name) => ({ file: join(folder, name) }));
  for (const { name: branch } of entries.filter((one) => one.isDirectory())) {
    const inner = await readdir(join(folder, branch), { withFileTypes: true });
    for (const name of numbered(inner.filter((one) => one.isFile()).map((one) => one.name)))
      found.push({ file: join(folder, branch, name), branch });
    // Newer versions: `branches/<id>/001.json`.
    for (const deeper of inner.filter((one) => one.isDirectory()))
      for (const name of numbered(await namesOfFiles(join(folder, branch, deeper.name))))
        found.push({ file: join(folder, branch, deeper.name, name), branch: deeper.name });
  }
  return found;
}

async function namesOfFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function openSession(
  manifestFile: string,
  folder: string,
  files: readonly ThoughtFile[],
  skips: Skips,
): Promise<OpenTranscript> {
  const manifest = (await readDocument(manifestFile, skips)) ?? {};
  const metadata = objectOf(manifest.metadata ?? manifest.session ?? manifest);
  const facts = createSessionFacts();
  facts.at(timeOf(metadata.createdAt));
  facts.at(timeOf(metadata.updatedAt));
  for (const { file, branch } of files) {
    const data = await thoughtIn(file, skips);
    if (!data) continue;
    facts.at(timeOf(data.timestamp));
    // A branch does not reopen a session.
    if ((textOf(data.branchId) ?? branch) === undefined) facts.state(data.nextThoughtNeeded === false);
  }
  return {
    facts: facts.done({
      title: textOf(metadata.title),
      prompt: textOf(metadata.description),
      tags: tagsOf(metadata.tags),
      project: projectOf(folder),
    }),
    thoughts: () => thoughtsOf(files),
  };
}

async function thoughtIn(file: string, skips?: Skips): Promise<JsonObject | undefined> {
  const document = await readDocument(file, skips ?? { add() {} });
  return document && { ...objectOf(document.data ?? document.thoughtData ?? document), id: document.id };
}

async function* thoughtsOf(files: readonly ThoughtFile[]): AsyncGenerator<TranscriptThought> {
  const byNumber = new Map<string, string>();
  for (const { file, branch } of files) {
    const data = await thoughtIn(file);
    const content = textOf(data?.thought);
    if (!data || content === undefined) continue;
    const branchId = textOf(data.branchId) ?? branch;
    const key = `${branch ?? ""}/${basename(file, ".json")}`;
    const find = (number: unknown) =>
      byNumber.get(`${branchId ?? ""}|${number}`) ?? byNumber.get(`|${number}`);
    yield {
      key,
      nativeId: textOf(data.id) ?? key,
      kind: "tool",
      content,
      at: timeOf(data.timestamp),
      branchId,
      fork: branchId === undefined ? undefined : find(data.branchFromThought),
      revises: data.isRevision === true ? find(data.revisesThought) : undefined,
      ...(typeof data.confidence === "number" && data.confidence >= 0 && data.confidence <= 1
        ? { confidence: data.confidence }
        : {}),
    };
    byNumber.set(`${branchId ?? ""}|${data.thoughtNumber}`, key);
  }
}

function projectOf(folder: string): string | undefined {
  const name = /[\\/]projects[\\/]([^\\/]+)[\\/]/.exec(folder)?.[1];
  return name === "_default" ? undefined : name;
}
