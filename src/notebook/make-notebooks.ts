import { closest, Failure, oneLine } from "../ledger/index.ts";
import { askedHosts } from "./allow-net.ts";
import { boundRoot } from "./find-notebook.ts";
import type { InFlightRuns } from "./in-flight-runs.ts";
import type { Kernels } from "./kernel/kernels.ts";
import { loadFile } from "./load-file.ts";
import { Language, type Notebook } from "./notebook.ts";
import type { NewNotebook, NotebookState, NotebookStore } from "./notebook-store.ts";
import type { NotebookCaller, NotebookSettings, Notebooks } from "./notebooks.ts";
import { checkSize } from "./size.ts";
import { TemplateName, template, templateNames } from "./template.ts";

/** Creates notebooks: empty, from a template, or from a file. */
export function createMaking(
  store: NotebookStore,
  kernels: Kernels,
  settings: NotebookSettings,
  { spare }: InFlightRuns,
): Pick<Notebooks, "create" | "load"> {
  async function keep(caller: NotebookCaller, wanted: Omit<NewNotebook, "id">): Promise<NotebookState> {
    checkSize(wanted.cells);
    const id = spare.pop() ?? (await kernels.reserve());
    let kept: NotebookState | undefined;
    try {
      const { client } = caller;
      const by = caller.handle === undefined && client !== undefined ? { client } : {};
      kept = await store.createNotebook({ id, ...wanted, ...by }, caller.idempotency);
    } finally {
      if (kept?.id !== id) spare.push(id);
    }
    // For a caller without a handle, the notebook's own id is one from now on.
    await store.moveHandle(caller.handle ?? kept.id, { notebookId: kept.id });
    return kept;
  }

  return {
    async create(caller, wanted) {
      const allowNet = askedHosts(wanted.allowNet ?? [], settings.allowNet);
      const start = wanted.template?.trim() ? await fromTemplate(wanted.template) : undefined;
      const language = wanted.language?.trim() ? languageOf(wanted.language) : undefined;
      if (start && language !== undefined && language !== start.language)
        throw refused(
          `The templates are in ${start.language}. Leave language out, or begin without a template.`,
        );
      return keep(caller, {
        title: oneLine(wanted.title ?? "") || (start?.title ?? "Untitled"),
        language: language ?? start?.language ?? "typescript",
        cells: start?.cells ?? [],
        allowNet,
        ...filesOf(start ?? {}),
      });
    },
    async load(caller, from) {
      const root = await boundRoot(store, caller);
      const { title, language, cells, ...own } = await loadFile(from, settings.home, root);
      return keep(caller, { title, language, cells, ...filesOf(own) });
    },
  };
}

function filesOf({ packageJson, tsconfig }: Pick<Notebook, "packageJson" | "tsconfig">) {
  return {
    ...(packageJson !== undefined && { packageJson }),
    ...(tsconfig !== undefined && { tsconfig }),
  };
}

function fromTemplate(given: string) {
  const name = TemplateName.safeParse(given.trim().toLowerCase());
  if (name.success) return template(name.data);
  const known = templateNames.join(", ");
  const near = closest(given, templateNames);
  throw refused(
    `There is no template ${JSON.stringify(given.slice(0, 80).toWellFormed())}.${near === undefined ? "" : ` Did you mean "${near}"?`} The templates are ${known}.`,
  );
}

function languageOf(given: string): Language {
  const word = given.trim().toLowerCase();
  const language = Language.safeParse({ ts: "typescript", js: "javascript" }[word] ?? word);
  if (language.success) return language.data;
  throw refused('language is "typescript" or "javascript".');
}

const refused = (problem: string) => new Failure("INVALID_ARGUMENT", { problem });
