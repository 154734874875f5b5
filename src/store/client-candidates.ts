/** Two fitting sessions are as good as many: neither is continued. */
export const FEW = 2;

/** How many sessions with a fitting number are checked for the thoughts that a draft refers to. This many count as several. */
export const CANDIDATES = 100;

/** The most ids of a client's places that are listed at once. */
export const MOST_PLACES = 100;
