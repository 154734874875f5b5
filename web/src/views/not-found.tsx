import type { Route } from "../input/route.ts";
import { Visible } from "../text/visible-text.tsx";
import { useTitle } from "../ui/use-title.ts";

/** The view of an unknown address. */
export default function NotFound({ route }: { readonly route: Extract<Route, { name: "not-found" }> }) {
  useTitle("Not found");
  return (
    <div class="page-text">
      <h1 tabIndex={-1}>Page not found</h1>
      <p>
        There is no page at{" "}
        <code>
          <Visible text={route.path.slice(0, 200)} />
        </code>
        .
      </p>
      <p>
        <a href="/">All sessions</a> or <a href="/search">search</a>
      </p>
    </div>
  );
}
