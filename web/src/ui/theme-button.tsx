import { Icon } from "./icon.tsx";
import { setTheme, THEMES, theme } from "./theme.ts";

/** Switches to the next theme. */
export function ThemeButton() {
  const next = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length]!;
  const title = `Theme: ${theme.value}. Change to ${next}.`;
  return (
    <button type="button" class="icon-button" onClick={() => setTheme(next)} aria-label={title} title={title}>
      <Icon name={theme.value} />
    </button>
  );
}
