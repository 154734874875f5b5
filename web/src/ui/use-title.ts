import { useEffect } from "preact/hooks";

/** Sets the title of the tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === "" ? "Clew" : `${title} · Clew`;
  }, [title]);
}
