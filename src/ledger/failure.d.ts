/** What each failure means to a caller: its HTTP status, whether the same call may succeed later, and its words. */
interface FailureKind<D> {
    readonly status: number;
    readonly retry: boolean;
    readonly message: (data: D) => string;
    readonly cause: string;
}
/** The closed table of failures. Every message says what to send instead. */
export declare const failures: {
    SESSION_NOT_FOUND: FailureKind<{
        sessionId: string;
    }>;
    THOUGHT_NOT_FOUND: FailureKind<{
        number: number;
        field: string;
        existing: string;
    }>;
    THOUGHT_REQUIRED: FailureKind<Record<never, never>>;
    THOUGHT_TOO_LARGE: FailureKind<{
        bytes: number;
        limit: number;
    }>;
    NUMBER_BELOW_ONE: FailureKind<{
        field: string;
        value: number;
    }>;
    STORE_BUSY: FailureKind<Record<never, never>>;
    STORE_FULL: FailureKind<Record<never, never>>;
    STORE_READ_ONLY: FailureKind<Record<never, never>>;
    STORE_CORRUPT: FailureKind<Record<never, never>>;
    STORE_UNREADABLE: FailureKind<Record<never, never>>;
    STORE_TOO_NEW: FailureKind<{
        found: number;
        known: number;
    }>;
    INTERNAL: FailureKind<Record<never, never>>;
};
/** The code of a failure. */
export type FailureCode = keyof typeof failures;
type DataOf<C extends FailureCode> = (typeof failures)[C] extends FailureKind<infer D> ? D : never;
/** An expected refusal: a code of the table, with the words that tell the caller what to do. */
export declare class Failure<C extends FailureCode = FailureCode> extends Error {
    readonly name = "Failure";
    readonly code: C;
    readonly data: DataOf<C>;
    constructor(code: C, data: DataOf<C>, options?: ErrorOptions);
}
export {};
