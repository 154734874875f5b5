import { effect, signal } from "@preact/signals";
import { settings } from "../data/settings.ts";

/** The choices of a theme, in the order of the button. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** What the reader chose; kept in this browser. */
export const theme = signal<Theme>("system");

/** Applies the theme from now on. `tokens.css` has the colours of each. */
export function startTheme(): void {
  const kept = settings.get("theme");
  theme.value = THEMES.find((name) => name === kept) ?? "system";
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
  });
}

/** Chooses a theme and keeps it. */
export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  settings.set("theme", chosen);
}
