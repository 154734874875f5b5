import type { Route, RouteName } from "../input/route.ts";

/** A place that the header leads to. */
export interface Place {
  readonly title: string;
  readonly to: Route;
  /** The routes that are part of it. */
  readonly names: readonly RouteName[];
}

/** The places of the page, in the order of the header. */
export const PLACES: readonly Place[] = [
  { title: "Sessions", to: { name: "home", filter: {} }, names: ["home", "session", "compare", "search"] },
  { title: "Notebooks", to: { name: "notebooks" }, names: ["notebooks", "notebook"] },
  { title: "Models", to: { name: "models" }, names: ["models", "model"] },
  { title: "Activity", to: { name: "activity", filter: {} }, names: ["activity"] },
];
