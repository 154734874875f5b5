/** What the list of sessions is held to; an absent field holds it to nothing. */
export interface SessionFilter {
  readonly project?: string;
  readonly tag?: string;
  readonly source?: string;
  readonly status?: string;
  readonly text?: string;
}

/** The three views of a session. */
export const SESSION_VIEWS = ["outline", "graph", "timeline"] as const;
export type SessionView = (typeof SESSION_VIEWS)[number];

/** What stands beside a session: everything about the chosen thought, or the session in figures. */
export const SESSION_PANELS = ["thought", "figures"] as const;
export type SessionPanel = (typeof SESSION_PANELS)[number];

/** So many lanes can be folded at once: an address must stay short enough to be sent. */
export const MOST_FOLDS = 100;

/** How a call may have ended, and how far back the figures of calls go; a day unless it is said. */
export const OUTCOMES = ["ok", "failed"] as const;
export const SPANS = ["hour", "week", "month"] as const;

/** What the list of calls is held to, and what the figures of calls count. */
export interface ActivityFilter {
  readonly tool?: string;
  readonly session?: string;
  readonly outcome?: (typeof OUTCOMES)[number];
  readonly span?: (typeof SPANS)[number];
}

/** Everything that the address can say: where the reader is, and in what state. */
export type Route =
  | { readonly name: "home"; readonly filter: SessionFilter }
  | {
      readonly name: "session";
      readonly id: string;
      readonly view: SessionView;
      /** The `seq` of the chosen thought. */
      readonly thought?: number;
      /** The moment at which the session is looked at, in milliseconds since 1970. */
      readonly at?: number;
      /** Folded lanes, each by the `seq` of its first thought. */
      readonly folded?: readonly number[];
      readonly panel?: SessionPanel;
    }
  /** Each side is a lane: the id of a session for its main line, and `id/branch` for a branch. */
  | { readonly name: "compare"; readonly a: string; readonly b: string }
  | { readonly name: "search"; readonly q: string }
  | { readonly name: "notebooks" }
  | { readonly name: "notebook"; readonly id: string }
  | { readonly name: "models"; readonly tag?: string }
  | { readonly name: "model"; readonly model: string }
  | { readonly name: "activity"; readonly filter: ActivityFilter }
  | { readonly name: "not-found"; readonly path: string };

/** The names of all routes. */
export type RouteName = Route["name"];

/** The fields of a filter, in the order in which they stand in the address. */
export const FILTER_FIELDS = ["project", "tag", "source", "status", "text"] as const;

/** Reads an address. Whatever it is, it is some route. */
export function routeOf(address: string): Route {
  const { pathname, searchParams: query } = new URL(address, "http://page");
  const notFound: Route = { name: "not-found", path: pathname };
  const [first = "", second, ...rest] = pathname.slice(1).split("/");
  if (rest.length > 0) return notFound;
  if (second !== undefined) {
    const name = decoded(second);
    if (name === undefined || name === "") return notFound;
    if (first === "s") return { name: "session", id: name, ...sessionState(query) };
    if (first === "n") return { name: "notebook", id: name };
    if (first === "models") return { name: "model", model: name };
    return notFound;
  }
  switch (first) {
    case "":
      return { name: "home", filter: filterIn(query) };
    case "compare":
      return { name: "compare", a: query.get("a") ?? "", b: query.get("b") ?? "" };
    case "search":
      return { name: "search", q: query.get("q") ?? "" };
    case "n":
      return { name: "notebooks" };
    case "models": {
      const tag = query.get("tag") ?? "";
      return { name: "models", ...(tag !== "" && { tag }) };
    }
    case "activity":
      return { name: "activity", filter: activityIn(query) };
    default:
      return notFound;
  }
}

/** Writes an address: the one that reads as this route. */
export function addressOf(route: Route): string {
  switch (route.name) {
    case "home":
      return `/${queryOf(Object.fromEntries(FILTER_FIELDS.map((field) => [field, route.filter[field]])))}`;
    case "session": {
      const { view, thought, at, folded, panel } = route;
      const fold = folded?.join(".");
      const state = { view: view === "outline" ? undefined : view, thought, at, fold, panel };
      return `/s/${encodeURIComponent(route.id)}${queryOf(state)}`;
    }
    case "compare":
      return `/compare${queryOf({ a: route.a, b: route.b })}`;
    case "search":
      return `/search${queryOf({ q: route.q })}`;
    case "notebooks":
      return "/n";
    case "notebook":
      return `/n/${encodeURIComponent(route.id)}`;
    case "models":
      return `/models${queryOf({ tag: route.tag })}`;
    case "model":
      return `/models/${encodeURIComponent(route.model)}`;
    case "activity":
      return `/activity${queryOf({ ...route.filter })}`;
    case "not-found":
      return route.path;
  }
}

/** The route of a session, with what is chosen in it. */
export function sessionRoute(id: string, thought?: number): Route {
  return { name: "session", id, view: "outline", ...(thought !== undefined && { thought }) };
}

function sessionState(query: URLSearchParams) {
  const asked = query.get("view");
  const view: SessionView = SESSION_VIEWS.find((name) => name === asked) ?? "outline";
  const thought = wholeNumber(query.get("thought"));
  const at = wholeNumber(query.get("at"));
  const folded = foldsIn(query.get("fold") ?? "");
  const panel = SESSION_PANELS.find((name) => name === query.get("panel"));
  return {
    view,
    ...(thought !== undefined && { thought }),
    ...(at !== undefined && { at }),
    ...(folded.length > 0 && { folded }),
    ...(panel !== undefined && { panel }),
  };
}

function foldsIn(text: string): readonly number[] {
  const given = text.split(".", MOST_FOLDS).flatMap((seq) => wholeNumber(seq) ?? []);
  return [...new Set(given)];
}

function activityIn(query: URLSearchParams): ActivityFilter {
  const [tool, session] = [query.get("tool") ?? "", query.get("session") ?? ""];
  const outcome = OUTCOMES.find((name) => name === query.get("outcome"));
  const span = SPANS.find((name) => name === query.get("span"));
  return {
    ...(tool !== "" && { tool }),
    ...(session !== "" && { session }),
    ...(outcome && { outcome }),
    ...(span && { span }),
  };
}

function filterIn(query: URLSearchParams): SessionFilter {
  const given = FILTER_FIELDS.map((field) => [field, query.get(field) ?? ""] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ""));
}

function queryOf(values: object): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== "");
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length === 0 ? "" : `?${query}`;
}

function wholeNumber(text: string | null): number | undefined {
  const number = text !== null && /^\d{1,15}$/.test(text) ? Number(text) : 0;
  return number > 0 ? number : undefined;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
