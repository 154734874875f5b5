import type { CellShape } from "../../data/api-types.ts";
import { Icon } from "../../ui/icon.tsx";

export interface AddCellProps {
  /** From 1. */
  readonly position: number;
  onAdd(kind: CellShape["kind"], position: number): void;
}

/** Buttons that add a cell at a position. */
export function AddCell({ position, onAdd }: AddCellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div class="add-cell" role="group" aria-label={`Add cell ${position}`}>
      <button type="button" class="button small" onClick={() => onAdd("code", position)}>
        <Icon name="add" />
        Code
      </button>
      <button type="button" class="button small" onClick={() => onAdd("markdown", position)}>
        <Icon name="add" />
        Text
      </button>
    </div>
  );
}
