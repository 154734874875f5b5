import type { NotebookShape } from "../../data/api-types.ts";
import { Icon } from "../../ui/icon.tsx";
import type { NotebookStore } from "./notebook-store.ts";

export interface NotebookToolsProps {
  readonly store: NotebookStore;
  readonly notebook: NotebookShape;
  readonly isRunning: boolean;
}

/** Run, interrupt and restart. */
export function NotebookTools({ store, notebook, isRunning }: NotebookToolsProps) {
  const stale = notebook.cells.filter((cell) => cell.kind === "code" && cell.stale).length;
  const hasCode = notebook.cells.some(({ kind }) => kind === "code");
  return (
    <div class="notebook-tools">
      <button
        type="button"
        class="button primary"
        disabled={isRunning || !hasCode}
        onClick={() => void store.runAll()}
      >
        <Icon name="run" />
        Run all
      </button>
      {stale > 0 && (
        <button type="button" class="button" disabled={isRunning} onClick={() => void store.runAll("stale")}>
          Run {stale} stale
        </button>
      )}
      <button type="button" class="button" disabled={!isRunning} onClick={() => void store.interrupt()}>
        <Icon name="stop" />
        Interrupt
      </button>
      <button type="button" class="button" onClick={() => void store.restart()}>
        <Icon name="retry" />
        Restart
      </button>
    </div>
  );
}
