/** One entry of the change feed: something was written, at this place in the one global order. */
export interface Change {
    readonly position: number;
    readonly sessionId: string;
    /** The thought's `seq`, when the change is a new thought. */
    readonly seq?: number;
    readonly kind: "session" | "thought";
}
