import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { route } from "../../../input/history.ts";
import { addressOf } from "../../../input/route.ts";
import { KIND_NAMES, KINDS } from "../model/kind.ts";
import { KindShape } from "../outline/lane-gutter.tsx";
import type { Reading } from "../reading.ts";
import "./graph.css";

type GraphComponent = ComponentType<{ readonly reading: Reading }>;

let Loaded: GraphComponent | undefined;

/** The graph of a session, loaded when it is first shown; without WebGL, a message. */
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
          <strong>The graph is not available.</strong>{" "}
          {canDraw ? "It could not be loaded." : "This browser has no WebGL, or it is turned off."}
        </p>
        <p>
          The <a href={outline}>outline</a> shows the same branches. Share saves the graph as SVG.
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

function Legend() {
  return (
    <ul class="legend" aria-label="Legend">
      {KINDS.toReversed().map((kind) => (
        <li key={kind}>
          <svg width={18} height={18} aria-hidden="true" focusable="false">
            <KindShape kind={kind} x={9} y={9} class="lane lane-1" />
          </svg>
          {KIND_NAMES[kind]}
        </li>
      ))}
      <li>
        <svg width={18} height={18} aria-hidden="true" focusable="false">
          <line class="revision-line" x1={1} x2={17} y1={9} y2={9} />
        </svg>
        revises
      </li>
      <li>
        <svg width={18} height={18} aria-hidden="true" focusable="false">
          <line class="dropped-line" x1={1} x2={17} y1={9} y2={9} />
        </svg>
        dropped branch
      </li>
    </ul>
  );
}
