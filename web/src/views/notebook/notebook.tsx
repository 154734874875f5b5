import { Fragment } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { CellShape, NotebookDetail } from "../../data/api-types.ts";
import { useChanges, useReconnected } from "../../data/changes.ts";
import "./notebook.css";
import "./output/output.css";
import { throttle } from "../../data/throttle.ts";
import { useShortcuts } from "../../input/keys.ts";
import type { Route } from "../../input/route.ts";
import { countText } from "../../text/count-text.ts";
import { Visible } from "../../text/visible-text.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { Ago } from "../../ui/time.tsx";
import { useTitle } from "../../ui/use-title.ts";
import { languageName } from "../notebooks/language-name.ts";
import { AddCell } from "./add-cell.tsx";
import { type CellActions, CellView } from "./cell.tsx";
import { focusCell, focusedCell, moveAmongCells } from "./cell-focus.ts";
import { type NotebookStore, openNotebook } from "./notebook-store.ts";
import { NotebookTitle } from "./notebook-title.tsx";
import { NotebookTools } from "./notebook-tools.tsx";
import { SandboxLayers } from "./sandbox-layers.tsx";
import { useMoveCell } from "./use-move-cell.ts";

/** A notebook with its cells and outputs. */
export default function NotebookView({
  route: { id },
}: {
  readonly route: Extract<Route, { name: "notebook" }>;
}) {
  const store = useMemo(() => openNotebook(id), [id]);
  const detail = store.detail.value;
  const error = store.error.value;
  const reload = useMemo(() => throttle(() => void store.load(), 300), [store]);
  useTitle(detail?.notebook.title ?? "Notebook");
  useEffect(() => void store.load(), [store]);
  useChanges((changes) => {
    if (!changes || changes.some(({ notebookId }) => notebookId === id)) reload();
  });
  useReconnected(() => {
    if (store.error.value) reload();
  });
  useLeaveWarning(store);
  if (error && !detail) return <LoadError error={error} retry={() => void store.load()} />;
  if (!detail) return <Skeleton />;
  return <NotebookCells store={store} detail={detail} />;
}

function NotebookCells({
  store,
  detail,
}: {
  readonly store: NotebookStore;
  readonly detail: NotebookDetail;
}) {
  const { notebook, running, sandboxLayers } = detail;
  const [editing, setEditing] = useState<string | undefined>();
  const [removing, setRemoving] = useState<CellShape | undefined>();
  const [renaming, setRenaming] = useState<string | undefined>();
  const [isEditingTitle, setIsEditingTitle] = useState(false);
  const move = useMoveCell(store, notebook.cells);
  const drafts = store.drafts.value;
  const printing = store.printing.value;
  const runs = store.runs.value;
  const isBusy = store.isBusy.value;
  const isRunning = isBusy || running.length > 0;
  const add = async (kind: CellShape["kind"], position: number) => {
    const id = await store.add(kind, position);
    if (id !== undefined) setEditing(id);
  };
  const actions = useMemo(
    () => actionsOf(store, { setEditing, setRemoving, setRenaming, move }),
    [store, move],
  );
  const shortcuts = useMemo(() => {
    const onFocused = (run: (cell: CellShape, position: number) => void) => () => {
      const cells = store.detail.value!.notebook.cells;
      const index = cells.findIndex((cell) => cell.id === focusedCell());
      if (index >= 0) run(cells[index]!, index + 1);
    };
    return [
      { keys: ["j", "ArrowDown"], does: "next cell", run: () => moveAmongCells(1) },
      { keys: ["k", "ArrowUp"], does: "previous cell", run: () => moveAmongCells(-1) },
      {
        keys: ["e"],
        does: "edit the cell (Escape leaves it)",
        run: onFocused((cell) => actions.edit(cell.id)),
      },
      {
        keys: ["r"],
        does: "run the cell (Ctrl Enter while editing)",
        run: onFocused((cell) => actions.run(cell.id)),
      },
      { keys: ["R"], does: "run all cells", run: () => void store.runAll() },
      { keys: ["i"], does: "interrupt the run", run: () => void store.interrupt() },
      {
        keys: ["a"],
        does: "add code below",
        run: onFocused((_, position) => void add("code", position + 1)),
      },
      {
        keys: ["t"],
        does: "add text below",
        run: onFocused((_, position) => void add("markdown", position + 1)),
      },
      { keys: ["Alt+ArrowUp"], does: "move the cell up", run: onFocused(({ id }) => actions.move(id, -1)) },
      {
        keys: ["Alt+ArrowDown"],
        does: "move the cell down",
        run: onFocused(({ id }) => actions.move(id, 1)),
      },
      { keys: ["n"], does: "rename the cell", run: onFocused(actions.askRename) },
      { keys: ["N"], does: "rename the notebook", run: () => setIsEditingTitle(true) },
      { keys: ["Delete"], does: "remove the cell", run: onFocused((cell) => setRemoving(cell)) },
    ];
  }, [store, actions]);
  useShortcuts("Notebook", shortcuts);
  return (
    <div class="notebook">
      <div class="notebook-head">
        <div>
          <NotebookTitle
            title={notebook.title}
            isRenaming={isEditingTitle}
            onRenameStart={() => setIsEditingTitle(true)}
            onRename={store.retitle}
            onEnd={() => setIsEditingTitle(false)}
          />
          <p class="quiet">
            {languageName(notebook.language)} · {countText(notebook.cells.length, "cell")} · updated{" "}
            <Ago at={notebook.updatedAt} />
          </p>
        </div>
        <NotebookTools store={store} notebook={notebook} isRunning={isRunning} />
      </div>
      <SandboxLayers layers={sandboxLayers} allowNet={notebook.allowNet} />
      {store.error.value && (
        <p class="refusal" role="alert">
          <Visible text={store.error.value.message} />
        </p>
      )}
      <div class="cells">
        {notebook.cells.map((cell, index) => (
          <Fragment key={cell.id}>
            <AddCell position={index + 1} onAdd={(kind, at) => void add(kind, at)} />
            <CellView
              cell={cell}
              position={index + 1}
              isLast={index === notebook.cells.length - 1}
              draft={drafts.get(cell.id)}
              status={statusOf(cell.id, detail, printing)}
              printing={printing.get(cell.id)}
              run={runs.get(cell.id)}
              isBusy={isBusy}
              isEditing={editing === cell.id}
              isRenaming={renaming === cell.id}
              actions={actions}
            />
          </Fragment>
        ))}
        <AddCell position={notebook.cells.length + 1} onAdd={(kind, at) => void add(kind, at)} />
      </div>
      {removing && (
        <RemoveDialog
          cell={removing}
          onClose={() => setRemoving(undefined)}
          onRemove={() => {
            setRemoving(undefined);
            void store.remove(removing);
          }}
        />
      )}
    </div>
  );
}

function actionsOf(
  store: NotebookStore,
  { setEditing, setRemoving, setRenaming, move }: Setters,
): CellActions {
  return {
    type: store.type,
    save: (id) => void store.save(id),
    keepMine: (id) => void store.keepMine(id),
    takeTheirs: store.takeTheirs,
    run(id, andNext = false) {
      const isCode = store.detail.value?.notebook.cells.find((cell) => cell.id === id)?.kind === "code";
      if (isCode) void store.run(id);
      else void store.save(id).then(() => setEditing(undefined));
      if (andNext) {
        focusCell(id);
        moveAmongCells(1);
      }
    },
    edit: setEditing,
    leave(id) {
      void store.save(id);
      setEditing(undefined);
      focusCell(id);
    },
    askRemove: setRemoving,
    move: (id, step) => void move(id, step),
    askRename({ id, kind }) {
      // Saves first, because a save changes the version that is renamed.
      if (kind === "code") void store.save(id).then((isSaved) => isSaved && setRenaming(id));
    },
    rename: store.rename,
    endRename(id, how) {
      setRenaming(undefined);
      if (how === "key") focusCell(id);
    },
  };
}

interface Setters {
  setEditing(id: string | undefined): void;
  setRemoving(cell: CellShape): void;
  setRenaming(id: string | undefined): void;
  move(id: string, step: 1 | -1): Promise<void>;
}

function statusOf(
  id: string,
  { running }: NotebookDetail,
  printing: NotebookStore["printing"]["value"],
): "running" | "waiting" | "idle" {
  if (printing.has(id) || running[0] === id) return "running";
  return running.includes(id) ? "waiting" : "idle";
}

function RemoveDialog(props: { readonly cell: CellShape; onClose(): void; onRemove(): void }) {
  return (
    <Dialog title="Remove this cell?" onClose={props.onClose}>
      <p>Its content and output are deleted.</p>
      <div class="dialog-buttons">
        <button type="button" class="button primary" data-first onClick={props.onRemove}>
          Remove
        </button>
        <button type="button" class="button" onClick={props.onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

/** Asks before the page is left with unsaved drafts. */
function useLeaveWarning(store: NotebookStore): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (store.drafts.value.size > 0) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [store]);
}

function Skeleton() {
  return (
    <div class="notebook" aria-busy="true">
      <h1 tabIndex={-1}>Notebook</h1>
      <p class="visually-hidden">Loading notebook…</p>
      {[0, 1, 2].map((row) => (
        <div key={row} class="cell skeleton-cell" />
      ))}
    </div>
  );
}
