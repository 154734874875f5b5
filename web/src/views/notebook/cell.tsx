import type { CellRunShape, CellShape } from "../../data/api-types.ts";
import { SafeMarkdown } from "../../text/safe-markdown.tsx";
import { Visible } from "../../text/visible-text.tsx";
import { Icon } from "../../ui/icon.tsx";
import { memo } from "../../ui/memo.ts";
import { Conflict } from "./conflict.tsx";
import type { Draft } from "./drafts.ts";
import { Editor } from "./editor.tsx";
import { NameField } from "./name-field.tsx";
import type { Printing } from "./notebook-store.ts";
import { Outputs } from "./output/outputs.tsx";
import { ProgramText } from "./output/program-text.tsx";
import { RunState, type RunStatus } from "./run-state.tsx";

const LONGEST_NAME = 100;

export interface CellActions {
  type(cell: CellShape, content: string): void;
  save(cellId: string): void;
  keepMine(cellId: string): void;
  takeTheirs(cellId: string): void;
  run(cellId: string, andNext?: boolean): void;
  edit(cellId: string | undefined): void;
  leave(cellId: string): void;
  askRemove(cell: CellShape): void;
  move(cellId: string, step: 1 | -1): void;
  askRename(cell: CellShape): void;
  rename(cell: CellShape, filename: string): Promise<boolean>;
  endRename(cellId: string, how: "key" | "blur"): void;
}

export interface CellProps {
  readonly cell: CellShape;
  readonly position: number;
  readonly isLast: boolean;
  readonly draft: Draft | undefined;
  readonly status: RunStatus;
  readonly printing: Printing | undefined;
  readonly run: CellRunShape | undefined;
  readonly isBusy: boolean;
  /** Text cells are rendered unless they are edited. */
  readonly isEditing: boolean;
  /** Whether its file name is edited. */
  readonly isRenaming: boolean;
  readonly actions: CellActions;
}

export const CellView = memo(function CellView(props: CellProps) {
  const { cell, position, draft, isEditing, actions } = props;
  const name = cell.kind === "code" ? cell.filename : `${cell.kind} cell ${position}`;
  return (
    <section
      class={`cell is-${cell.kind}`}
      data-cell={cell.id}
      tabIndex={-1}
      aria-label={`Cell ${position}, ${name}`}
    >
      <CellHead {...props} name={name} />
      {cell.kind === "code" || isEditing || draft ? (
        <Editor
          label={`Content of ${name}`}
          value={draft?.content ?? cell.content}
          isCode={cell.kind === "code"}
          takesFocus={isEditing}
          onType={(content) => actions.type(cell, content)}
          onSave={() => actions.save(cell.id)}
          onRun={(andNext) => actions.run(cell.id, andNext)}
          onLeave={() => actions.leave(cell.id)}
        />
      ) : (
        <CellText cell={cell} />
      )}
      {draft?.theirs && (
        <Conflict
          draft={{ ...draft, theirs: draft.theirs }}
          onKeepMine={() => actions.keepMine(cell.id)}
          onTakeTheirs={() => actions.takeTheirs(cell.id)}
        />
      )}
      <CellOutput {...props} />
    </section>
  );
});

function CellText({ cell }: { readonly cell: CellShape }) {
  if (cell.content.trim() === "") return <p class="quiet cell-text">Empty</p>;
  return cell.kind === "title" ? (
    <h2 class="cell-text">
      <Visible text={cell.content.replace(/^#+ */, "")} />
    </h2>
  ) : (
    <div class="cell-text">
      <SafeMarkdown text={cell.content} headingLevel={2} />
    </div>
  );
}

type NamedCellProps = CellProps & { readonly name: string };

function CellHead(props: NamedCellProps) {
  const { cell, draft, status, run, isBusy, actions, name } = props;
  const isCode = cell.kind === "code";
  return (
    <div class="cell-head">
      {isCode && (
        <button
          type="button"
          class="icon-button run-button"
          disabled={isBusy || status !== "idle"}
          onClick={() => actions.run(cell.id)}
          aria-label={`Run ${name}`}
          title="Run (Ctrl Enter)"
        >
          <Icon name="run" />
        </button>
      )}
      <CellName {...props} />
      {isCode && <RunState cell={cell} status={status} run={run} />}
      {draft && !draft.theirs && <span class="unsaved">not saved</span>}
      <CellTools {...props} />
    </div>
  );
}

function CellName({ cell, isRenaming, actions }: CellProps) {
  if (cell.kind !== "code") return <span class="quiet">{cell.kind === "title" ? "title" : "text"}</span>;
  return isRenaming ? (
    <NameField
      label={`New name of ${cell.filename}`}
      name={cell.filename}
      subject={cell}
      maxLength={LONGEST_NAME}
      onRename={actions.rename}
      onClose={(how) => actions.endRename(cell.id, how)}
    />
  ) : (
    <button
      type="button"
      class="cell-name"
      title="Rename"
      aria-label={`Rename ${cell.filename}`}
      onClick={() => actions.askRename(cell)}
    >
      <code>
        <Visible text={cell.filename} />
      </code>
    </button>
  );
}

function CellTools({ cell, position, isLast, isEditing, actions, name }: NamedCellProps) {
  return (
    <span class="cell-tools">
      {cell.kind !== "code" && (
        <button
          type="button"
          class="icon-button"
          aria-pressed={isEditing}
          aria-label={`Edit ${name}`}
          title="Edit"
          onClick={() => actions.edit(isEditing ? undefined : cell.id)}
        >
          <Icon name={isEditing ? "check" : "edit"} />
        </button>
      )}
      <button
        type="button"
        class="icon-button"
        disabled={position === 1}
        aria-label={`Move ${name} up`}
        title="Move up (Alt ↑)"
        onClick={() => actions.move(cell.id, -1)}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        class="icon-button"
        disabled={isLast}
        aria-label={`Move ${name} down`}
        title="Move down (Alt ↓)"
        onClick={() => actions.move(cell.id, 1)}
      >
        <Icon name="down" />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label={`Remove ${name}`}
        title="Remove"
        onClick={() => actions.askRemove(cell)}
      >
        <Icon name="remove" />
      </button>
    </span>
  );
}

function CellOutput({ cell, printing, run }: CellProps) {
  if (printing && printing.text === "") return null;
  if (!printing && (!run || run.outputs.length === 0)) return null;
  return (
    <div class={`outputs${cell.stale && !printing ? " is-stale" : ""}`}>
      {printing ? (
        <>
          {printing.missing > 0 && <p class="quiet">Part of the output appears when the run ends.</p>}
          <ProgramText text={printing.text} label="Output so far" />
        </>
      ) : (
        <Outputs outputs={run!.outputs} />
      )}
    </div>
  );
}
