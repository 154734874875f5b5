import { connection } from "../data/changes.ts";
import type { Connection } from "../data/live.ts";
import { route } from "../input/history.ts";
import { keyLabel, plainKeys } from "../input/keys.ts";
import { addressOf } from "../input/route.ts";
import { Icon } from "../ui/icon.tsx";
import { Logo } from "../ui/logo.tsx";
import { ThemeButton } from "../ui/theme-button.tsx";
import { SECTIONS } from "./sections.ts";

export interface HeaderProps {
  onSearch(): void;
  onKeys(): void;
}

/** The page header: navigation, search, theme and connection state. */
export function Header({ onSearch, onKeys }: HeaderProps) {
  return (
    <header class="header">
      <a class="brand" href="/" aria-label="Clew, all sessions">
        <Logo />
        <span class="brand-name">Clew</span>
      </a>
      <nav class="places" aria-label="Main">
        {SECTIONS.map(({ title, to, names }) => (
          <a
            key={title}
            href={addressOf(to)}
            class="steady"
            data-text={title}
            aria-current={names.includes(route.value.name) ? "page" : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      <div class="tools">
        <ConnectionState state={connection.value} />
        <button type="button" class="search-button" onClick={onSearch}>
          <Icon name="search" />
          <span class="search-label">Search</span>
          <span class="key" aria-hidden="true">
            {keyLabel("Mod+k")}
          </span>
        </button>
        <ThemeButton />
        <button
          type="button"
          class="icon-button keys-button"
          onClick={onKeys}
          aria-label="Keyboard shortcuts"
          title={plainKeys.value ? "Keyboard shortcuts (?)" : "Keyboard shortcuts"}
        >
          <Icon name="keyboard" />
        </button>
      </div>
    </header>
  );
}

const STATES: Readonly<Record<Connection, readonly [text: string, title: string]>> = {
  connecting: ["Connecting", "Connecting to the server."],
  live: ["Live", "New thoughts appear at once."],
  reconnecting: ["Reconnecting", "The connection was lost. No change will be missed."],
  offline: ["Offline", "The server does not respond. The page retries by itself."],
};

function ConnectionState({ state }: { readonly state: Connection }) {
  const [text, title] = STATES[state];
  return (
    <span class={`connection is-${state}`} role="status" title={title}>
      <span class="connection-dot" aria-hidden="true" />
      {text}
    </span>
  );
}
