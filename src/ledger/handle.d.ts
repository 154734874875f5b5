/** Where a handle was found; the order is the order of precedence. */
export type HandleSource = "argument" | "meta" | "header" | "connection" | "principal" | "default";
/** What stands for the caller's place in its reasoning. */
export interface Handle {
    readonly text: string;
    readonly source: HandleSource;
}
/** Everywhere that a handle may be given. */
export interface HandlePlaces {
    readonly arguments?: {
        readonly workflow?: unknown;
        readonly session?: unknown;
    };
    readonly meta?: Readonly<Record<string, unknown>>;
    readonly headers?: {
        get(name: string): string | null;
    };
    /** The legacy `Mcp-Session-Id`, or the stdio process. */
    readonly connection?: string;
    readonly principal?: string;
}
/** Finds the handle of a call. An empty handle counts as absent; the workflow goes before the session. */
export declare function findHandle(places: HandlePlaces): Handle;
