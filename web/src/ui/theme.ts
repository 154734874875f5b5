import { effect, signal } from "@preact/signals";
import { settings } from "../data/settings.ts";

/** Themes in the order of the button. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The chosen theme. */
export const theme = signal<Theme>("system");

/** Applies the saved theme, and changes to it. */
export function startTheme(): void {
  const saved = settings.get("theme");
  theme.value = THEMES.find((name) => name === saved) ?? "system";
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
  });
}

/** Sets and saves the theme. */
export function setTheme(next: Theme): void {
  theme.value = next;
  settings.set("theme", next);
}
