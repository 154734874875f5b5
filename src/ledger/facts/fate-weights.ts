/**
 * How much each property of a branch speaks for its fate: won, dropped, open.
 * Fitted by `npm run bench:fit` on the tuned sessions and the examples of `bench/worth`; do not edit.
 */
export const FATE_WEIGHTS = `
-1.14 -0.60 -1.36 always
 0.33 -0.25 -0.14 elsewhere won
-0.69  0.92 -0.80 end deadEnd
 1.18 -1.13  0.17 end decision
-1.79 -1.32  2.30 end open
 2.29 -1.32 -1.20 end outcome
-0.86 -0.69  1.71 end plan
-1.92  2.24 -0.76 first of several
-0.39  0.73 -0.61 last deadEnd
 0.27 -0.76  0.61 last decision
-0.72 -1.16  1.64 last of several
-0.62 -1.52  1.79 last open
 1.25 -0.86 -0.28 last outcome
-0.92 -1.47  1.77 last plan
 1.85 -0.70 -1.54 mentioned
 0.69  0.31 -0.84 next after one
 1.00 -0.35 -0.51 next at once
 0.54  0.09 -0.83 next deadEnd
-0.44  0.79 -0.37 next decision
 0.45  0.16 -0.68 next later
 0.31 -0.58  0.04 next open
-0.17 -0.10  0.26 next outcome
 0.60 -0.09 -0.57 next plan
-0.54 -0.48  1.24 no verdict
-0.46 -0.68  0.96 not taken up
-0.40  0.48 -0.21 own dropped
-0.24 -0.75  1.01 pending
-0.89  1.01 -0.15 rival
-0.14 -0.14  0.20 said against
 1.04 -0.32 -1.09 said deadEnd
 0.46  0.59 -1.28 said decision
 0.60 -0.31 -0.40 said for
 1.59 -1.78  0.39 said open
 1.62 -0.83 -1.07 said outcome
-0.68  0.70  0.04 said pending
 1.33 -0.91 -0.40 said plan
 3.39 -1.38 -2.19 taken up
 0.57 -0.44 -0.23 taken up more
`;
