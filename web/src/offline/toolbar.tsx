import type { RefObject } from "preact";
import { Icon } from "../ui/icon.tsx";
import { Logo } from "../ui/logo.tsx";
import { ThemeButton } from "../ui/theme-button.tsx";

export interface ToolbarProps {
  readonly query: string;
  readonly findField: RefObject<HTMLInputElement | null>;
  readonly hit: number;
  readonly hits: number;
  readonly hasBranches: boolean;
  readonly isFolded: boolean;
  onQuery(text: string): void;
  onHit(step: 1 | -1): void;
  onFirstHit(): void;
  onFoldAll(): void;
  onKeys(): void;
}

/** Find, fold, print, theme and keys. */
export function Toolbar(props: ToolbarProps) {
  const { query, findField, hasBranches, isFolded, onQuery, onFoldAll, onKeys } = props;
  return (
    <header class="header toolbar">
      <span class="brand">
        <Logo />
        <span class="brand-name">Clew</span>
      </span>
      <search class="find">
        <Icon name="search" />
        <input
          ref={findField}
          type="search"
          placeholder="Find in this session"
          aria-label="Find in this session"
          value={query}
          onInput={(event) => onQuery(event.currentTarget.value)}
          onKeyDown={(event) => onFindKey(event, props)}
        />
        <span class="find-count quiet" role="status">
          {foundText(props)}
        </span>
      </search>
      <div class="tools">
        {hasBranches && (
          <button type="button" class="button small" onClick={onFoldAll}>
            {isFolded ? "Unfold branches" : "Fold branches"}
          </button>
        )}
        <button type="button" class="button small" onClick={() => print()}>
          Print
        </button>
        <ThemeButton />
        <button
          type="button"
          class="icon-button keys-button"
          onClick={onKeys}
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts (?)"
        >
          <Icon name="keyboard" />
        </button>
      </div>
    </header>
  );
}

function onFindKey(event: KeyboardEvent, { onHit, onFirstHit, onQuery }: ToolbarProps): void {
  if (event.key === "Escape") onQuery("");
  if (event.key !== "Enter") return;
  event.preventDefault();
  if (event.shiftKey) onHit(-1);
  else if (document.activeElement === event.target) onFirstHit();
}

function foundText({ query, hit, hits }: ToolbarProps): string {
  if (query.trim() === "") return "";
  return hits === 0 ? "not found" : `${hit + 1} of ${hits}`;
}
