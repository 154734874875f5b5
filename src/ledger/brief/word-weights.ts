/**
 * How much each property of a word speaks for its part in a fact.
 * Fitted by `npm run bench:fit` on the tuned sessions and the examples of `bench/worth`; do not edit.
 */
export const WORD_WEIGHTS = `
 0.69 adopt
 0.78 adopt:past
 0.29 after article
 0.20 after name
 1.46 after number
 0.14 after preposition
-0.19 all
-3.50 always
-2.16 answer:past
-1.93 ask
-2.60 attempt
-1.85 attempt:past
 1.17 back
-0.42 bad
 0.17 before number
 0.19 before preposition
-0.33 before verb
 0.73 build
-0.45 build:past
-1.94 cause
 0.60 code
 0.30 day
-2.07 doubt
-0.67 ed
 1.23 fail
-0.14 fail:past
-1.78 future
 0.72 goal
 0.08 good
-1.99 i
-2.33 idle
 0.06 ing
-1.56 instead
-2.08 it
-1.25 known
 0.48 length
 0.38 look
-2.67 look:past
-1.07 ly
-1.90 modal
 2.24 never
-2.08 nobody
 2.08 not
-1.69 now
 0.57 number
 1.39 only
-1.90 person
-0.30 place
 1.89 rare
-3.48 result
-0.15 result:past
 1.31 specific
 3.02 standing
-0.63 state
 0.75 state:past
 0.13 stem
 0.44 stop
 1.22 stop:past
-1.45 unknown
-1.45 we
`;
