import { fileFault } from "../files/export-failure.ts";
import { replaceFile } from "../files/replace-file.ts";
import { Failure } from "../ledger/index.ts";
import { findNotebook } from "./find-notebook.ts";
import { type InFlightRuns, untilClosed } from "./in-flight-runs.ts";
import type { Kernels } from "./kernel/kernels.ts";
import type { NotebookStore } from "./notebook-store.ts";
import type { InstalledPackage, InstallRequest, NotebookSettings, Notebooks } from "./notebooks.ts";
import { dependenciesOf, withDependencies } from "./package-json.ts";
import { MAX_REQUESTED } from "./packages/requested-packages.ts";

/** Installs packages into a notebook's folder. The kernel keeps running, and its cells can import them. */
export function createInstalling(
  store: NotebookStore,
  kernels: Kernels,
  { install }: NotebookSettings,
  work: InFlightRuns,
): Pick<Notebooks, "install"> {
  return {
    async install(caller, { notebookId, dependencies }, given = {}) {
      const { id } = await findNotebook(store, caller, notebookId);
      if (!install) throw failed("the operator has switched off installing packages.");
      return untilClosed(work, given, (watch) =>
        work.installs(id, async () => {
          const { packageJson } = (await store.notebook(id))!;
          const before = dependenciesOf(packageJson);
          const installed = await putPackages(install, packageJson, {
            folder: await kernels.folderOf(id),
            wanted: dependencies.length > 0 ? dependencies : declared(before),
            signal: watch.signal,
            onLine: (line) => watch.onOutput?.(`${line}\n`),
          });
          // Another process may have changed it in the meantime.
          const now = (await store.notebook(id))!.packageJson;
          await store.changeNotebook(id, { packageJson: withDependencies(now, installed) });
          return { notebookId: id, installed, ...replaced(before, installed) };
        }),
      );
    },
  };
}

/** Installs beside the packages of the notebook's stored package.json, which takes precedence over the folder's. */
async function putPackages(
  install: NonNullable<NotebookSettings["install"]>,
  packageJson: string | undefined,
  order: InstallRequest,
): Promise<readonly InstalledPackage[]> {
  try {
    if (packageJson !== undefined) await replaceFile(order.folder, "package.json", packageJson);
    return await install(order);
  } catch (error) {
    const fault = fileFault(error);
    throw fault === undefined ? error : failed(`${fault}.`, error);
  }
}

/** The dependencies that a notebook from a file lists; the installer adds theirs. */
function declared(dependencies: Readonly<Record<string, string>>): readonly string[] {
  const wanted = Object.entries(dependencies).map((entry) => entry.join("@"));
  if (wanted.length > 0) return wanted.slice(0, MAX_REQUESTED);
  throw new Failure("INVALID_ARGUMENT", {
    problem:
      'Send dependencies such as ["lodash@4.17.21", "date-fns"]; the notebook itself names none in its package.json.',
  });
}

function replaced(
  before: Readonly<Record<string, string>>,
  installed: readonly InstalledPackage[],
): { readonly warning?: string } {
  const changed = installed
    .filter(({ name, version }) => Object.hasOwn(before, name) && before[name] !== version)
    .map(({ name }) => name);
  if (changed.length === 0) return {};
  return {
    warning: `The version of ${changed.join(", ")} has changed: a kernel that has imported it keeps the one before until a restart.`,
  };
}

const failed = (reason: string, cause?: unknown) => new Failure("INSTALL_FAILED", { reason }, { cause });
