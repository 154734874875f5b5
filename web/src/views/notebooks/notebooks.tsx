import { useMemo, useRef } from "preact/hooks";
import { api } from "../../data/api.ts";
import type { NotebookRow } from "../../data/api-types.ts";
import { useChanges } from "../../data/changes.ts";
import "./notebooks.css";
import { useResource } from "../../data/resource.ts";
import { throttle } from "../../data/throttle.ts";
import { useShortcuts } from "../../input/keys.ts";
import { addressOf } from "../../input/route.ts";
import { countText } from "../../text/count-text.ts";
import { Visible } from "../../text/visible-text.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { moveFocus } from "../../ui/move-focus.ts";
import { Ago } from "../../ui/time.tsx";
import { useTitle } from "../../ui/use-title.ts";
import { languageName } from "./language-name.ts";
import { NewNotebook } from "./new-notebook.tsx";

/** All notebooks, and a form for a new one. */
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
      { keys: ["j", "ArrowDown"], does: "next notebook", run: () => moveFocus(".notebook-link", 1) },
      { keys: ["k", "ArrowUp"], does: "previous notebook", run: () => moveFocus(".notebook-link", -1) },
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
        <p class="quiet">No notebooks yet. A notebook combines text with code that runs in a sandbox.</p>
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
            {languageName(language)} · {countText(cellCount, "cell")}
            {allowNet.length > 0 && " · network access"}
            {owner !== undefined && (
              <>
                {" · owner "}
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
