import { computed, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { settings } from "../data/settings.ts";

/** One thing that a key does. */
export interface Shortcut {
  /**
   * Names as in `KeyboardEvent.key`; `Mod+` stands for Ctrl, and for Cmd on a Mac; `Alt+` for itself. All of them do the
   * same.
   */
  readonly keys: readonly string[];
  /** What it does, in the words of the list. */
  readonly does: string;
  run(): void;
}

/** The shortcuts of one part of the page, under the heading that the list gives them. */
export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

const registered = signal<readonly ShortcutGroup[]>([]);

/** All groups that hold now: what the list shows, and what keys do. */
export const shortcutGroups = computed(() => registered.value);

/** Whether keys without Ctrl or Cmd do something; who speaks to the computer may want them off. */
export const plainKeys = signal(true);

/** Turns keys without Ctrl or Cmd on or off, and keeps it. */
export function choosePlainKeys(on: boolean): void {
  plainKeys.value = on;
  settings.set("plain-keys", String(on));
}

/** Shortcuts that hold while a component is shown. `shortcuts` must be the same value until they change. */
export function useShortcuts(title: string, shortcuts: readonly Shortcut[]): void {
  useEffect(() => {
    const group = { title, shortcuts };
    registered.value = [...registered.value, group];
    return () => {
      registered.value = registered.value.filter((one) => one !== group);
    };
  }, [title, shortcuts]);
}

/** Listens to the keyboard from now on. */
export function startKeys(): void {
  plainKeys.value = settings.get("plain-keys") !== "false";
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const isPlain = !(event.ctrlKey || event.metaKey);
    if (isPlain && (isTyping(event.target) || isInDialog())) return;
    if (isPlain && !event.altKey && !plainKeys.value) return;
    if (/^( |Enter)$/.test(event.key) && isPressed(event.target)) return;
    const found = findShortcut(registered.value, event);
    if (!found) return;
    event.preventDefault();
    found.run();
  });
}

/** The shortcut that a key means. What was registered last goes before: a view over the page around it. */
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
  // On some keyboards both together are a letter.
  if (isMod && altKey) return undefined;
  const name = isMod ? `Mod+${pressedKey.toLowerCase()}` : altKey ? `Alt+${pressedKey}` : pressedKey;
  return groups
    .toReversed()
    .flatMap(({ shortcuts }) => shortcuts)
    .find(({ keys }) =>
      keys.some((key) => (key.startsWith("Mod+") ? `Mod+${key.slice(4).toLowerCase()}` : key) === name),
    );
}

/** How a key is written for the reader. */
export function shownKey(key: string): string {
  const named: Readonly<Record<string, string>> = {
    ArrowUp: "↑",
    ArrowDown: "↓",
    ArrowLeft: "←",
    ArrowRight: "→",
    " ": "Space",
  };
  if (key.startsWith("Alt+")) return `${isMac() ? "⌥" : "Alt"} ${shownKey(key.slice(4))}`;
  return key.startsWith("Mod+")
    ? `${isMac() ? "⌘" : "Ctrl"} ${key.slice(4).toUpperCase()}`
    : (named[key] ?? key);
}

const isMac = (): boolean => typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** What Enter and Space press by themselves. */
function isPressed(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("a, button, summary") !== null;
}

/** A dialog has the keyboard to itself. */
const isInDialog = (): boolean => document.querySelector("dialog[open]") !== null;
