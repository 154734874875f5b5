import type { LintWeights } from "./weights.ts";

/** Fitted by `bench/worth/fit-lint-pairs.ts` on the sessions with faults; do not edit. */
export const CITATION_WEIGHTS: LintWeights = {
  "I before": -0.58,
  bracketed: 0.6,
  causal: 1.66,
  causes: 0.59,
  discards: -1,
  "discards clause": -1.06,
  "discards thought": -0.94,
  infers: 1.17,
  length: 2.45,
  negates: -0.66,
  "negates clause": -1.61,
  overlap: 0.38,
  "overlap share": 0.74,
  relies: 1.2,
  always: -5.3,
};
