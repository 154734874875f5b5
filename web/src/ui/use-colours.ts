import { useEffect, useMemo, useState } from "preact/hooks";
import { theme } from "./theme.ts";

/** The colours of the style sheets for what is drawn on a canvas, by their names; others when the theme changes. */
export function useColours<Name extends string>(names: readonly Name[]): Readonly<Record<Name, string>> {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const query = matchMedia("(prefers-color-scheme: dark)");
    const renew = () => setTurn((before) => before + 1);
    query.addEventListener("change", renew);
    return () => query.removeEventListener("change", renew);
  }, []);
  return useMemo(() => resolved(names), [theme.value, turn, names]);
}

/** Only as the colour of an element does a custom property become one that can be drawn with. */
function resolved<Name extends string>(names: readonly Name[]): Readonly<Record<Name, string>> {
  const probe = document.createElement("span");
  document.body.append(probe);
  const colours = names.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color] as const;
  });
  probe.remove();
  return Object.fromEntries(colours) as Record<Name, string>;
}
