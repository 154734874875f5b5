import type { Route } from "../input/route.ts";
import { Visible } from "../text/visible-text.tsx";
import { useTitle } from "../ui/use-title.ts";

/** An address that leads nowhere. */
export default function NotFound({ route }: { readonly route: Extract<Route, { name: "not-found" }> }) {
  useTitle("Not found");
  return (
    <div class="page-text">
      <h1 tabIndex={-1}>There is nothing here</h1>
      <p>
        No page has the address{" "}
        <code>
          <Visible text={route.path.slice(0, 200)} />
        </code>
        . The thread is easily picked up again:
      </p>
      <p>
        <a href="/">All sessions</a> or <a href="/search">search for a thought</a>
      </p>
    </div>
  );
}
