import { Component } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../data/request.ts";
import { asApiError } from "../data/resource.ts";
import type { Route } from "../input/route.ts";
import { LoadError } from "../ui/load-error.tsx";
import { loadedView, loadView, type View } from "../views.ts";

/** Loads and renders the view of a route, focuses it and catches its errors. */
export function ViewFrame({ route }: { readonly route: Route }) {
  const { name } = route;
  const [, rerender] = useState(0);
  const [error, setError] = useState<ApiError | undefined>();
  const view = loadedView(name);
  useEffect(() => {
    if (view) return;
    let isCurrent = true;
    loadView(name).then(
      () => isCurrent && rerender((count) => count + 1),
      // After a server update chunks have new names, which only a reloaded page knows.
      () => isCurrent && setError(new ApiError("NOT_LOADED", 0, "This view could not be loaded.")),
    );
    return () => {
      isCurrent = false;
    };
  }, [name, view]);
  useFocusOn(route, view !== undefined);
  if (error) return <LoadError error={error} retry={() => location.reload()} />;
  if (!view) return <p class="visually-hidden">Loading…</p>;
  return <ErrorBoundary key={keyOf(route)} view={view} route={route} />;
}

/**
 * Focuses the heading of a new view, where keyboards and screen readers continue; within a session, only if what had the
 * focus is gone.
 */
function useFocusOn(route: Route, isShown: boolean): void {
  const key = keyOf(route);
  const part = route.name === "session" ? route.view : undefined;
  const before = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (!isShown) return;
    const main = document.querySelector("main");
    const focused = document.activeElement;
    // Unless the view has taken the focus itself.
    const hasFocus = main !== focused && main?.contains(focused);
    const isLost = before.current === key ? focused === document.body : !hasFocus;
    if (before.current !== undefined && isLost)
      main?.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
    before.current = key;
  }, [key, part, isShown]);
}

/** A view is remounted for another object, and kept for another state of the same one. */
function keyOf(route: Route): string {
  if (route.name === "session" || route.name === "notebook") return `${route.name} ${route.id}`;
  return route.name === "model" ? `model ${route.model}` : route.name;
}

interface ErrorBoundaryProps {
  readonly view: View;
  readonly route: Route;
}

/** Error boundaries must be classes. */
class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error?: ApiError | undefined }> {
  override state: { readonly error?: ApiError | undefined } = {};

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ error: asApiError(error) });
  }

  override render({ view: Shown, route }: ErrorBoundaryProps) {
    const { error } = this.state;
    if (error) return <LoadError error={error} retry={() => this.setState({ error: undefined })} />;
    return <Shown route={route as never} />;
  }
}
