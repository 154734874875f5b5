import { type ReadonlySignal, signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { settings } from "../data/settings.ts";

export interface Shortcut {
  /** Alternative keys, named as in `KeyboardEvent.key`, with the prefixes `Mod+` (Ctrl, or Cmd on a Mac) and `Alt+`. */
  readonly keys: readonly string[];
  /** Description for the list of shortcuts. */
  readonly does: string;
  run(): void;
}

/** The shortcuts of one part of the page, under a heading. */
export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

const registered = signal<readonly ShortcutGroup[]>([]);

/** All active groups. */
export const shortcutGroups: ReadonlySignal<readonly ShortcutGroup[]> = registered;

/** Whether single-key shortcuts are on; users of speech input may turn them off. */
export const plainKeys = signal(true);

/** Turns single-key shortcuts on or off, and saves the choice. */
export function setPlainKeys(on: boolean): void {
  plainKeys.value = on;
  settings.set("plain-keys", String(on));
}

/** Registers shortcuts while the component is mounted. `shortcuts` must be memoized. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  // Registered before the first paint, so that the keys of a visible view work.
  useLayoutEffect(() => {
    const group = { title, shortcuts };
    registered.value = [...registered.value, group];
    return () => {
      registered.value = registered.value.filter((one) => one !== group);
    };
  }, [title, shortcuts]);
}

/** Starts listening to the keyboard. */
export function startKeys(): void {
  plainKeys.value = settings.get("plain-keys") !== "false";
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const isPlain = !(event.ctrlKey || event.metaKey);
    if (isPlain && (isTyping(event.target) || isInDialog())) return;
    if (isPlain && !event.altKey && !plainKeys.value) return;
    if (/^( |Enter)$/.test(event.key) && isActivatable(event.target)) return;
    const found = findShortcut(registered.value, event);
    if (!found) return;
    event.preventDefault();
    found.run();
  });
}

/** The shortcut of a key. Later groups take precedence: a view over the page around it. */
export function findShortcut(
  groups: readonly ShortcutGroup[],
  {
    key: pressedKey,
    ctrlKey,
    metaKey,
    altKey,
  }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">,
): Shortcut | undefined {
  const isMod = ctrlKey || metaKey;
  // Ctrl+Alt is AltGr on some keyboards and types a character.
  if (isMod && altKey) return undefined;
  const name = isMod ? `Mod+${pressedKey.toLowerCase()}` : altKey ? `Alt+${pressedKey}` : pressedKey;
  return groups
    .toReversed()
    .flatMap(({ shortcuts }) => shortcuts)
    .find(({ keys }) =>
      keys.some((key) => (key.startsWith("Mod+") ? `Mod+${key.slice(4).toLowerCase()}` : key) === name),
    );
}

/** The label of a key. */
export function keyLabel(key: string): string {
  const labels: Readonly<Record<string, string>> = {
    ArrowUp: "↑",
    ArrowDown: "↓",
    ArrowLeft: "←",
    ArrowRight: "→",
    " ": "Space",
  };
  if (key.startsWith("Alt+")) return `${isMac() ? "⌥" : "Alt"} ${keyLabel(key.slice(4))}`;
  return key.startsWith("Mod+")
    ? `${isMac() ? "⌘" : "Ctrl"} ${key.slice(4).toUpperCase()}`
    : (labels[key] ?? key);
}

const isMac = (): boolean => typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Whether Enter and Space already activate the element. */
function isActivatable(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("a, button, summary") !== null;
}

const isInDialog = (): boolean => document.querySelector("dialog[open]") !== null;
