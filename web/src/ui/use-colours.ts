import { useEffect, useMemo, useState } from "preact/hooks";
import { theme } from "./theme.ts";

/** Colours of the style sheets for drawing on a canvas, by name; updated with the theme. */
export function useColours<Name extends string>(names: readonly Name[]): Readonly<Record<Name, string>> {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    const query = matchMedia("(prefers-color-scheme: dark)");
    const onChange = () => setChanges((before) => before + 1);
    query.addEventListener("change", onChange);
    return () => query.removeEventListener("change", onChange);
  }, []);
  return useMemo(() => resolve(names), [theme.value, changes, names]);
}

/** Resolves custom properties by applying them to an element. */
function resolve<Name extends string>(names: readonly Name[]): Readonly<Record<Name, string>> {
  const probe = document.createElement("span");
  document.body.append(probe);
  const colours = names.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(colours) as Record<Name, string>;
}
