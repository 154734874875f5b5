import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { route } from "../../../input/history.ts";
import { addressOf } from "../../../input/route.ts";
import type { Reading } from "../reading.ts";
import "./graph.css";
import { Legend } from "./legend.tsx";

type GraphComponent = ComponentType<{ readonly reading: Reading }>;

let Loaded: GraphComponent | undefined;

/** The graph of a session; what draws it comes when it is first shown. Where it cannot be drawn, that is said. */
export function LazyGraph({ reading }: { readonly reading: Reading }) {
  const [Shown, setShown] = useState<GraphComponent | undefined>(() => Loaded);
  const [canDraw] = useState(hasWebGl);
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    if (Loaded || !canDraw) return;
    import("./graph.tsx").then(
      (module) => {
        Loaded = module.Graph;
        setShown(() => module.Graph);
      },
      () => setIsMissing(true),
    );
  }, [canDraw]);
  const current = route.value;
  const outline = current.name === "session" ? addressOf({ ...current, view: "outline" }) : "/";
  if (!canDraw || isMissing)
    return (
      <div class="no-graph" role="alert">
        <p>
          <strong>The graph cannot be drawn here.</strong>{" "}
          {canDraw
            ? "Its part of the page could not be loaded."
            : "This browser has no WebGL, or it is turned off."}
        </p>
        <p>
          The <a href={outline}>outline</a> shows the same lines beside the thoughts, and Share saves the
          graph as an SVG picture.
        </p>
      </div>
    );
  return (
    <>
      <Legend />
      {Shown ? (
        <Shown reading={reading} />
      ) : (
        <div class="graph-place" role="status">
          Loading the graph…
        </div>
      )}
    </>
  );
}

function hasWebGl(): boolean {
  const canvas = document.createElement("canvas");
  return (canvas.getContext("webgl2") ?? canvas.getContext("webgl")) !== null;
}
