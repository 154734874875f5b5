/**
 * How much each property of a word speaks for its part in a fact.
 * Fitted by `npm run bench:fit` on the tuned sessions and the examples of `bench/worth`; do not edit.
 */
export const WORD_WEIGHTS = `
 0.37 adopt
-0.62 adopt:past
 0.39 after article
 0.53 after content
 0.98 after number
 0.45 after preposition
-0.23 all
-3.87 always
-1.84 answer:past
-0.72 ask
-1.26 attempt
-0.92 attempt:past
 0.77 back
 0.62 bad
 0.18 before content
 0.07 before number
 0.30 before preposition
 0.05 before verb
-0.06 bracket
 0.28 build
-0.84 build:past
-2.06 cause
 0.23 common
-2.28 doubt
 0.07 ed
 0.17 fail
-1.12 fail:past
 0.54 first clause
-2.36 future
 0.14 goal
-0.05 good
-1.88 i
 0.41 idle
-1.61 instead
-0.66 known
 0.41 length
 0.18 look
 0.20 look:past
-0.18 ly
-2.11 modal
 1.34 modifier
 1.95 never
-1.56 nobody
 0.46 not
 0.62 number
 1.29 numeral
 1.69 only
-1.82 person
-0.69 place
 1.30 rare
 0.20 result
-0.46 result:past
 0.06 sentence abandon
 0.19 sentence attempt
 0.24 sentence commit
-0.12 sentence fail
 0.16 sentence hypothetical
 0.12 sentence is done
 0.10 sentence length
-0.50 sentence past
-0.14 sentence points back
 0.49 sentence question
-0.15 sentence watch
-0.23 sentence without verb
 0.08 sentence:first
-0.19 sentence:last
-0.53 sentence:middle
 0.56 sentence:only
 1.10 specific
 1.87 standing
-0.32 state
-0.15 state:past
 0.29 stem
 0.15 stop
 0.26 stop:past
-1.81 unknown
-0.31 very rare
 0.30 we
`;
