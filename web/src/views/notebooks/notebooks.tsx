import { useMemo, useRef } from "preact/hooks";
import { api } from "../../data/api.ts";
import type { NotebookRow } from "../../data/api-types.ts";
import { useChanges } from "../../data/changes.ts";
import "./notebooks.css";
import { useResource } from "../../data/resource.ts";
import { throttle } from "../../data/throttle.ts";
import { useShortcuts } from "../../input/keys.ts";
import { addressOf } from "../../input/route.ts";
import { Visible } from "../../text/visible-text.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { Ago } from "../../ui/time.tsx";
import { useTitle } from "../../ui/use-title.ts";
import { NewNotebook } from "./new-notebook.tsx";

/** All notebooks, and a form for one more. */
export default function Notebooks() {
  useTitle("Notebooks");
  const { data, error, reload } = useResource("notebooks", (signal) => api.notebooks({ signal }));
  const refresh = useMemo(() => throttle(reload, 1_000), [reload]);
  useChanges((changes) => {
    if (!changes || changes.some(({ kind }) => kind === "notebook")) refresh();
  });
  const titleField = useRef<HTMLInputElement>(null);
  const shortcuts = useMemo(
    () => [
      { keys: ["j", "ArrowDown"], does: "next notebook", run: () => moveFocus(1) },
      { keys: ["k", "ArrowUp"], does: "notebook before", run: () => moveFocus(-1) },
      { keys: ["n"], does: "new notebook", run: () => titleField.current?.focus() },
    ],
    [],
  );
  useShortcuts("Notebooks", shortcuts);
  return (
    <div class="notebooks">
      <h1 tabIndex={-1}>Notebooks</h1>
      <NewNotebook titleField={titleField} />
      {error && !data ? (
        <LoadError error={error} retry={reload} />
      ) : !data ? (
        <p class="quiet">Loading notebooks…</p>
      ) : data.notebooks.length === 0 ? (
        <p class="quiet">
          No notebook yet. A notebook mixes text with code that runs behind walls; agents make them too.
        </p>
      ) : (
        <NotebookList notebooks={data.notebooks} />
      )}
    </div>
  );
}

function NotebookList({ notebooks }: { readonly notebooks: readonly NotebookRow[] }) {
  return (
    <ul class="notebook-list">
      {notebooks.map(({ id, title, language, cellCount, updatedAt, allowNet, owner }) => (
        <li key={id}>
          <a class="notebook-link" href={addressOf({ name: "notebook", id })}>
            <Visible text={title} />
          </a>
          <span class="quiet">
            {language} · {cellCount} {cellCount === 1 ? "cell" : "cells"}
            {allowNet.length > 0 && " · may use the network"}
            {owner !== undefined && (
              <>
                {" · of "}
                <Visible text={owner} />
              </>
            )}
          </span>
          <span class="notebook-time quiet">
            <Ago at={updatedAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function moveFocus(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>(".notebook-link")];
  const at = links.indexOf(document.activeElement as HTMLElement);
  links[at < 0 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
}
