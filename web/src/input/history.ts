import { signal } from "@preact/signals";
import { addressOf, type Route, routeOf } from "./route.ts";
import { restoreScroll, saveScroll } from "./scroll.ts";

/** The current route; follows the address bar. */
export const route = signal<Route>({ name: "home", filter: {} });

/** Starts following the address and links within the page. */
export function startHistory(): void {
  history.scrollRestoration = "manual";
  read();
  restoreScroll();
  addEventListener("popstate", () => {
    read();
    restoreScroll();
  });
  addEventListener("pagehide", saveScroll);
  document.addEventListener("click", followLink);
}

/** Navigates to a route; `replace` replaces the current history entry. */
export function go(to: Route, { replace = false } = {}): void {
  goToAddress(addressOf(to), replace);
}

function goToAddress(address: string, replace: boolean): void {
  const before = route.value;
  saveScroll();
  if (replace) history.replaceState(history.state, "", address);
  else if (address !== location.pathname + location.search)
    history.pushState({ entry: nextEntry() }, "", address);
  read();
  if (!replace && !isSameView(before, route.value)) scrollTo(0, 0);
}

function read(): void {
  if (history.state?.entry === undefined) history.replaceState({ entry: nextEntry() }, "");
  route.value = routeOf(location.href);
}

/** A unique id of a history entry, also between visits. */
function nextEntry(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
}

/** Whether two routes are states of one view, so that the scroll position is kept. */
function isSameView(one: Route, other: Route): boolean {
  if (one.name === "session" && other.name === "session") return one.id === other.id;
  return one.name === other.name && ["home", "search", "compare", "models", "activity"].includes(one.name);
}

/** Handles plain clicks on links to routes; the browser handles all others. */
function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link?.hasAttribute("href") || link.target !== "" || link.hasAttribute("download")) return;
  const { origin, pathname, search, hash, href } = link;
  if (origin !== location.origin || hash !== "" || routeOf(href).name === "not-found") return;
  event.preventDefault();
  goToAddress(pathname + search, false);
}
