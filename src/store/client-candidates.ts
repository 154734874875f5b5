/** Two sessions that fit are enough to know that neither can be continued. */
export const FEW = 2;

/**
 * How many sessions with a fitting number are checked for the thoughts that a draft refers to. If this many fit, none
 * is continued.
 */
export const CANDIDATES = 100;

/** The most ids per list of what a client has opened. */
export const MOST_PLACES = 100;
