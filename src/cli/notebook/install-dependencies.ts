import type { Notebook } from "../../notebook/notebook.ts";
import { dependenciesOf } from "../../notebook/package-json.ts";
import { installPackages } from "../../notebook/packages/install.ts";
import { MAX_REQUESTED } from "../../notebook/packages/requested-packages.ts";
import type { NotebookRun } from "./run-notebook.ts";

/** Installs the dependencies of the notebook's package.json into the folder, if it has any. */
export async function installDependencies(
  notebook: Notebook,
  folder: string,
  { env, limits, sandbox, onInstall }: NotebookRun,
  signal: AbortSignal,
): Promise<void> {
  const wanted = Object.entries(dependenciesOf(notebook.packageJson)).map((one) => one.join("@"));
  for (let at = 0; at < wanted.length; at += MAX_REQUESTED) {
    const part = wanted.slice(at, at + MAX_REQUESTED);
    const installed = await installPackages({
      folder,
      wanted: part,
      env,
      limits: limits.diskMb === undefined ? {} : { diskMb: limits.diskMb },
      sandbox,
      signal,
      ...(onInstall && { onLine: onInstall }),
    });
    onInstall?.(installed.map(({ name, version }) => `${name} ${version}`).join(", "));
  }
}
