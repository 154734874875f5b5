import type { Route, RouteName } from "../input/route.ts";

/** A link of the header. */
export interface Section {
  readonly title: string;
  readonly to: Route;
  /** The routes that belong to it. */
  readonly names: readonly RouteName[];
}

/** The links of the header, in order. */
export const SECTIONS: readonly Section[] = [
  { title: "Sessions", to: { name: "home", filter: {} }, names: ["home", "session", "compare"] },
  { title: "Notebooks", to: { name: "notebooks" }, names: ["notebooks", "notebook"] },
  { title: "Models", to: { name: "models" }, names: ["models", "model"] },
  { title: "Activity", to: { name: "activity", filter: {} }, names: ["activity"] },
];
