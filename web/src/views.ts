import type { ComponentType } from "preact";
import type { Route, RouteName } from "./input/route.ts";

/** The component of a route; the default export of its file. */
export type View<Name extends RouteName = RouteName> = ComponentType<{
  readonly route: Extract<Route, { readonly name: Name }>;
}>;

type Load<Name extends RouteName> = () => Promise<{ readonly default: View<Name> }>;

/** Each view is a separate chunk, loaded when it is first shown. */
const VIEWS: { readonly [Name in RouteName]: Load<Name> } = {
  home: () => import("./views/home/home.tsx"),
  search: () => import("./views/search/search.tsx"),
  session: () => import("./views/session/session.tsx"),
  compare: () => import("./views/compare/compare.tsx"),
  notebooks: () => import("./views/notebooks/notebooks.tsx"),
  notebook: () => import("./views/notebook/notebook.tsx"),
  models: () => import("./views/models/models.tsx"),
  model: () => import("./views/model/model.tsx"),
  activity: () => import("./views/activity/activity.tsx"),
  "not-found": () => import("./views/not-found.tsx"),
};

const loaded = new Map<RouteName, View>();

/** Loads a view; a failed load is retried by the next call. */
export async function loadView(name: RouteName): Promise<View> {
  const known = loaded.get(name);
  if (known) return known;
  const view = (await VIEWS[name]()).default as View;
  loaded.set(name, view);
  return view;
}

/** The view, if it is already loaded. */
export function loadedView(name: RouteName): View | undefined {
  return loaded.get(name);
}
