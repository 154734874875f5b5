import type { DatabaseSync } from "node:sqlite";
import type { Write } from "./writer.ts";
/**
 * Makes what is derived from thoughts follow them: the text index, and the counts and last activity of sessions. They
 * are not written with the thought, because that doubles what an append costs; whoever searches or lists brings them up
 * to date first, so everything that was acknowledged is found.
 */
export declare function createFollowUp(db: DatabaseSync, write: Write): {
    catchUp: () => Promise<void>;
    /** Follows in the background; what fails there is made good, or told, by whoever catches up next. */
    soon(): void;
    close: () => void;
};
