import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import "../css/menu.css";
import { Icon } from "./icon.tsx";

export interface MenuItem {
  readonly label: string;
  /** A red item cannot be undone. */
  readonly isDanger?: boolean;
  run(): void;
}

export interface MenuProps {
  /** The accessible name of the button. */
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly disabled?: boolean;
}

/** A button that opens a menu. Arrow keys, Home, End and first letters move in it; Escape and Tab close it. */
export function Menu({ label, items, disabled = false }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    button.current?.focus({ preventScroll: true });
  };
  useLayoutEffect(() => {
    if (!isOpen) return;
    itemsIn(root.current)[0]?.focus({ preventScroll: true });
    const closeOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setIsOpen(false);
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, [isOpen]);
  return (
    <div class="menu" ref={root}>
      <button
        ref={button}
        type="button"
        class="button small menu-button"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        disabled={disabled}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" || isOpen) return;
          event.preventDefault();
          event.stopPropagation();
          setIsOpen(true);
        }}
      >
        <Icon name="more" />
      </button>
      {isOpen && (
        <div
          id={id}
          class="menu-items"
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={(event) => onMenuKey(event, root.current, close)}
        >
          {items.map(({ label: name, isDanger, run }) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              tabIndex={-1}
              class={isDanger ? "menu-item is-danger" : "menu-item"}
              onClick={() => {
                // Before the item runs, so that a dialog gives the focus back to the button.
                close();
                run();
              }}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function onMenuKey(event: KeyboardEvent, root: HTMLElement | null, close: () => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { key } = event;
  if (key === "Tab") {
    close();
    return;
  }
  // Keys in a menu are not shortcuts of the view.
  event.stopPropagation();
  if (key === "Escape") {
    event.preventDefault();
    close();
    return;
  }
  const all = itemsIn(root);
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next = indexFor(key, at, all);
  if (next === undefined) return;
  event.preventDefault();
  all[next]?.focus();
}

function indexFor(key: string, at: number, all: readonly HTMLElement[]): number | undefined {
  if (key === "ArrowDown") return (at + 1) % all.length;
  if (key === "ArrowUp") return (at - 1 + all.length) % all.length;
  if (key === "Home") return 0;
  if (key === "End") return all.length - 1;
  if (key.length !== 1 || key === " ") return undefined;
  const rest = [...all.keys()].map((index) => (at + 1 + index) % all.length);
  return rest.find((index) => all[index]?.textContent?.toLowerCase().startsWith(key.toLowerCase()));
}

const itemsIn = (root: HTMLElement | null): readonly HTMLElement[] => [
  ...(root?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? []),
];
