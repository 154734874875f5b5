import { Component } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../data/request.ts";
import { asApiError } from "../data/resource.ts";
import type { Route, RouteName } from "../input/route.ts";
import { LoadError } from "../ui/load-error.tsx";
import { loadedView, loadView, type View } from "../views.ts";

/** Shows the view of a route: loads it, moves the focus to it, and catches its faults. */
export function ViewFrame({ route }: { readonly route: Route }) {
  const { name } = route;
  const [, setTurn] = useState(0);
  const [error, setError] = useState<ApiError | undefined>();
  const view = loadedView(name);
  useEffect(() => {
    if (view) return;
    let isCurrent = true;
    loadView(name).then(
      () => isCurrent && setTurn((turn) => turn + 1),
      // After an update of the server the chunks have other names: only a new page knows them.
      () =>
        isCurrent && setError(new ApiError("NOT_LOADED", 0, "This part of the page could not be loaded.")),
    );
    return () => {
      isCurrent = false;
    };
  }, [name, view]);
  useFocusOn(name, view !== undefined);
  if (error) return <LoadError error={error} retry={() => location.reload()} />;
  if (!view) return <p class="visually-hidden">Loading…</p>;
  return <Guarded key={placeOf(route)} view={view} route={route} />;
}

/** After a step to another view the focus is on its heading, where a screen reader goes on reading. */
function useFocusOn(name: RouteName, isShown: boolean): void {
  const before = useRef<RouteName | undefined>(undefined);
  useEffect(() => {
    if (!isShown) return;
    const main = document.querySelector("main");
    // A view that took the focus itself keeps it.
    const isTaken = main !== document.activeElement && main?.contains(document.activeElement);
    if (before.current !== undefined && before.current !== name && !isTaken)
      main?.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
    before.current = name;
  }, [name, isShown]);
}

/** A view is made anew for another thing, and kept for another state of the same thing. */
function placeOf(route: Route): string {
  if (route.name === "session" || route.name === "notebook") return `${route.name} ${route.id}`;
  return route.name === "model" ? `model ${route.model}` : route.name;
}

interface GuardedProps {
  readonly view: View;
  readonly route: Route;
}

/** Only a class can catch what goes wrong in the components below it. */
class Guarded extends Component<GuardedProps, { readonly error?: ApiError | undefined }> {
  override state: { readonly error?: ApiError | undefined } = {};

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ error: asApiError(error) });
  }

  override render({ view: Shown, route }: GuardedProps) {
    const { error } = this.state;
    if (error) return <LoadError error={error} retry={() => this.setState({ error: undefined })} />;
    return <Shown route={route as never} />;
  }
}
