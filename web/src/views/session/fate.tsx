import type { BranchFate } from "../../data/api-types.ts";

const TITLES: Readonly<Record<BranchFate, string>> = {
  won: "The session continued with this branch.",
  dropped: "The session dropped this branch.",
  open: "The session does not say how this branch ended.",
};

/** How a branch ended. */
export function Fate({ fate }: { readonly fate: BranchFate }) {
  return (
    <span class={`fate is-${fate}`} title={TITLES[fate]}>
      {fate}
    </span>
  );
}
