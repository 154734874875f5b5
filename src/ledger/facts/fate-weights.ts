/**
 * How much each property of a branch speaks for its fate: won, dropped, open.
 * Fitted by `npm run bench:fit` on the tuned sessions and the examples of `bench/worth`; do not edit.
 */
export const FATE_WEIGHTS = `
-0.50 -0.81 -1.15 always
 0.13 -0.12  0.05 elsewhere dropped
 0.37 -0.28 -0.18 elsewhere won
-0.80  0.89 -0.61 end deadEnd
 1.02 -0.95 -0.30 end decision
-2.27 -2.00  2.97 end open
 2.08 -1.23 -1.67 end outcome
-1.91 -0.08  2.74 end plan
-2.06  1.66  0.45 first of several
-0.95  1.12 -0.85 last deadEnd
-0.55 -0.59  0.86 last decision
-0.73 -0.75  1.45 last of several
-0.87 -1.87  2.19 last open
 1.56 -1.50 -0.23 last outcome
-0.98 -2.74  2.95 last plan
 2.17 -0.84 -1.96 mentioned
 0.30  0.18 -0.28 next after one
 1.16 -0.54 -0.28 next at once
-0.26  0.07  0.26 next deadEnd
-1.08  1.37 -1.16 next decision
 0.56  0.23 -1.08 next later
 0.34  0.63 -1.47 next open
 0.51  0.50 -1.07 next outcome
 0.32  1.20 -1.21 next plan
-0.72 -0.14  0.94 no verdict
 0.21 -0.55  0.31 not taken up
-0.39  0.39 -0.07 own dropped
 0.46 -0.27 -0.47 own won
 0.12 -1.34  1.08 pending
-1.22  1.55 -0.84 rival
 0.26  0.11 -0.52 said against
 0.99 -0.86  0.43 said deadEnd
-0.04  0.67 -0.56 said decision
 0.43  0.05 -0.80 said for
 0.83 -1.90  1.03 said open
 1.86 -0.72 -1.69 said outcome
 0.10  0.70 -0.99 said pending
 1.26 -0.67 -0.81 said plan
 2.27 -0.57 -1.54 taken up
 0.44 -0.43 -0.00 taken up more
`;
