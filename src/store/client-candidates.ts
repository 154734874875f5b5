/** How many matching sessions are read: two are enough to know that the choice is ambiguous. */
export const FEW = 2;

/**
 * How many sessions with a matching number are checked for the thoughts that a draft refers to. If this many match, none
 * is continued.
 */
export const CANDIDATES = 100;

/** The most ids per list of what a client has opened. */
export const MOST_PLACES = 100;
