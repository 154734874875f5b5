import type { RecallKind } from "../../../src/store/port.ts";
import { withQuery } from "../data/request.ts";

/** The filter of the list of sessions. */
export interface SessionFilter {
  readonly project?: string;
  readonly tag?: string;
  readonly source?: string;
  /** Or `ARCHIVED`. */
  readonly state?: string;
  readonly text?: string;
}

/** The value of the state filter that lists archived sessions instead of the others. */
export const ARCHIVED = "archived";

export const SESSION_VIEWS = ["outline", "graph", "timeline"] as const;
export type SessionView = (typeof SESSION_VIEWS)[number];

/** The side panel of a session: the brief, which is also the default, details of the selected thought, or statistics. */
export const SESSION_PANELS = ["brief", "thought", "statistics"] as const;
export type SessionPanel = (typeof SESSION_PANELS)[number];

/** Most folded branches; keeps the address short enough to share. */
export const MOST_FOLDS = 100;

/** Outcomes of calls, and the period of their statistics; the default is a day. */
export const OUTCOMES = ["ok", "failed"] as const;
export const SPANS = ["hour", "week", "month"] as const;

/** The filter of the list of calls, and the period of their statistics. */
export interface ActivityFilter {
  readonly tool?: string;
  readonly session?: string;
  readonly outcome?: (typeof OUTCOMES)[number];
  readonly span?: (typeof SPANS)[number];
}

/** What a search can be limited to: thoughts with a kind of fact, people's notes, or any thought. */
export const KINDS = [
  "decision",
  "dead_end",
  "open",
  "answered",
  "next",
  "outcome",
  "note",
  "thought",
] as const satisfies readonly RecallKind[];

/** The filter of a search; `within` is the age of the thoughts. */
export const AGES = ["day", "week", "month"] as const;
export interface SearchFilter {
  readonly project?: string;
  readonly source?: string;
  readonly kind?: RecallKind;
  readonly within?: (typeof AGES)[number];
}

/** Everything that is in the address: a view and its state. */
export type Route =
  | { readonly name: "home"; readonly filter: SessionFilter }
  | {
      readonly name: "session";
      readonly id: string;
      readonly view: SessionView;
      /** The `seq` of the selected thought. */
      readonly thought?: number;
      /** The selected moment, in milliseconds since 1970. */
      readonly at?: number;
      /** Folded branches, each by the `seq` of its first thought. */
      readonly folded?: readonly number[];
      readonly panel?: SessionPanel;
    }
  /** Each side is a branch of a session: `id` for main, or `id/branch`. Two sessions are compared by facts first. */
  | { readonly name: "compare"; readonly a: string; readonly b: string; readonly by?: "thoughts" }
  | { readonly name: "search"; readonly q: string; readonly filter: SearchFilter }
  | { readonly name: "notebooks" }
  | { readonly name: "notebook"; readonly id: string }
  | { readonly name: "models"; readonly tag?: string }
  | { readonly name: "model"; readonly model: string }
  | { readonly name: "activity"; readonly filter: ActivityFilter }
  | { readonly name: "not-found"; readonly path: string };

export type RouteName = Route["name"];

/** The fields of a session filter, in the order of the address. */
export const FILTER_FIELDS = ["project", "tag", "source", "state", "text"] as const;

/** Parses an address; an unknown one is `not-found`. */
export function routeOf(address: string): Route {
  const { pathname, searchParams: query } = new URL(address, "http://page");
  const notFound: Route = { name: "not-found", path: pathname };
  const [first = "", second, ...rest] = pathname.slice(1).split("/");
  if (rest.length > 0) return notFound;
  if (second !== undefined) {
    const name = decode(second);
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
      return {
        name: "compare",
        a: query.get("a") ?? "",
        b: query.get("b") ?? "",
        by: oneOf(["thoughts"] as const, query.get("by")),
      };
    case "search":
      return { name: "search", q: query.get("q") ?? "", filter: searchFilterIn(query) };
    case "n":
      return { name: "notebooks" };
    case "models": {
      const tag = query.get("tag") ?? "";
      return { name: "models", tag: tag || undefined };
    }
    case "activity":
      return { name: "activity", filter: activityIn(query) };
    default:
      return notFound;
  }
}

/** The inverse of `routeOf`. */
export function addressOf(route: Route): string {
  switch (route.name) {
    case "home":
      return withQuery("/", Object.fromEntries(FILTER_FIELDS.map((field) => [field, route.filter[field]])));
    case "session": {
      const { view, thought, at, folded, panel } = route;
      const fold = folded?.join(".");
      const state = { view: view === "outline" ? undefined : view, thought, at, fold, panel };
      return withQuery(`/s/${encodeURIComponent(route.id)}`, state);
    }
    case "compare":
      return withQuery("/compare", { a: route.a, b: route.b, by: route.by });
    case "search":
      return withQuery("/search", { q: route.q, ...route.filter });
    case "notebooks":
      return "/n";
    case "notebook":
      return `/n/${encodeURIComponent(route.id)}`;
    case "models":
      return withQuery("/models", { tag: route.tag });
    case "model":
      return `/models/${encodeURIComponent(route.model)}`;
    case "activity":
      return withQuery("/activity", { ...route.filter });
    case "not-found":
      return route.path;
  }
}

/** The outline of a session, optionally with a selected thought. */
export function sessionRoute(id: string, thought?: number): Route {
  return { name: "session", id, view: "outline", thought };
}

function sessionState(query: URLSearchParams) {
  const folded = foldsIn(query.get("fold") ?? "");
  return {
    view: oneOf(SESSION_VIEWS, query.get("view")) ?? "outline",
    thought: wholeNumber(query.get("thought")),
    at: wholeNumber(query.get("at")),
    folded: folded.length > 0 ? folded : undefined,
    panel: oneOf(SESSION_PANELS, query.get("panel")),
  };
}

function foldsIn(text: string): readonly number[] {
  return [...new Set(text.split(".", MOST_FOLDS).flatMap((seq) => wholeNumber(seq) ?? []))];
}

function searchFilterIn(query: URLSearchParams): SearchFilter {
  const project = query.get("project") ?? "";
  const source = query.get("source") ?? "";
  const kind = oneOf(KINDS, query.get("kind"));
  const within = oneOf(AGES, query.get("within"));
  return {
    ...(project && { project }),
    ...(source && { source }),
    ...(kind && { kind }),
    ...(within && { within }),
  };
}

function activityIn(query: URLSearchParams): ActivityFilter {
  return {
    tool: query.get("tool") || undefined,
    session: query.get("session") || undefined,
    outcome: oneOf(OUTCOMES, query.get("outcome")),
    span: oneOf(SPANS, query.get("span")),
  };
}

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => value === text);

function filterIn(query: URLSearchParams): SessionFilter {
  const fields = FILTER_FIELDS.map((field) => [field, query.get(field) ?? ""] as const);
  return Object.fromEntries(fields.filter(([, value]) => value !== ""));
}

function wholeNumber(text: string | null): number | undefined {
  const number = text !== null && /^\d{1,15}$/.test(text) ? Number(text) : 0;
  return number > 0 ? number : undefined;
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
