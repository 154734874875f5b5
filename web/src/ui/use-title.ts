import { useEffect } from "preact/hooks";

/** Names the tab while a view is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? "Clew" : `${title} · Clew`;
  }, [title]);
}
