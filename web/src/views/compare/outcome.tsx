import { addressOf, sessionRoute } from "../../input/route.ts";
import { excerpt } from "../../text/excerpt.ts";
import { Visible } from "../../text/visible-text.tsx";
import { Fate } from "../session/fate.tsx";
import { laneClass } from "../session/outline/lane-gutter.tsx";
import { useThought } from "../session/thought-contents.ts";
import type { Side } from "./use-side.ts";

const LONGEST = 360;

/** How a side ended: the fate of its branch and its last thought. */
export function Outcome({ side }: { readonly side: Side }) {
  const { ref, store, entries, chain } = side;
  const last = chain.at(-1);
  const thought = useThought(store.contents, last ?? 0);
  if (last === undefined) return <div class="outcome" />;
  const fate = store.detail.value?.branches?.find(({ branchId }) => branchId === ref.branch)?.fate;
  const lane = Math.max(0, entries.branches.indexOf(ref.branch));
  return (
    <section class={`outcome ${laneClass(lane)}`}>
      <h2>
        <Visible text={ref.branch === "" ? "main" : ref.branch} /> {fate && <Fate fate={fate} />}
      </h2>
      <p class="quiet">
        Ends with <a href={addressOf(sessionRoute(ref.id, last))}>thought {entries.number[last - 1]}</a>
      </p>
      <p dir="auto">
        <Visible text={thought ? excerpt(thought.content.slice(0, LONGEST).toWellFormed(), LONGEST) : "…"} />
      </p>
    </section>
  );
}
