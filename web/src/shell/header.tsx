import { connection } from "../data/changes.ts";
import type { Connection } from "../data/live.ts";
import { route } from "../input/history.ts";
import { plainKeys, shownKey } from "../input/keys.ts";
import { addressOf } from "../input/route.ts";
import { Icon } from "../ui/icon.tsx";
import { Logo } from "../ui/logo.tsx";
import { ThemeButton } from "../ui/theme-button.tsx";
import { PLACES } from "./places.ts";

/** What the buttons of the header do. */
export interface HeaderProps {
  onSearch(): void;
  onKeys(): void;
}

/** The head of the page: where one can go, search, theme, and how the page stands to the server. */
export function Header({ onSearch, onKeys }: HeaderProps) {
  return (
    <header class="header">
      <a class="brand" href="/" aria-label="Clew, all sessions">
        <Logo />
        <span class="brand-name">Clew</span>
      </a>
      <nav class="places" aria-label="Places">
        {PLACES.map(({ title, to, names }) => (
          <a
            key={title}
            href={addressOf(to)}
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
            {shownKey("Mod+k")}
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
  connecting: ["Connecting", "The page is connecting to the server."],
  live: ["Live", "What is written shows here at once."],
  reconnecting: ["Reconnecting", "The connection to the server was lost. Nothing will be missed."],
  offline: ["Offline", "The server does not answer. The page tries again by itself."],
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
