import type { LintWeights } from "./weights.ts";

/** Fitted by `bench/worth/fit-lint.ts` on the sessions with faults; do not edit. */
export const CITATION_WEIGHTS: LintWeights = {
  bracketed: 0.57,
  causal: 1.33,
  causes: 0.95,
  discards: -1.12,
  "discards clause": -1.07,
  "discards thought": -1.11,
  infers: 0.89,
  length: 1.38,
  negates: -0.72,
  "negates clause": -1.64,
  overlap: 0.33,
  "overlap share": 2.38,
  relies: 1.1,
  always: -2.59,
};
