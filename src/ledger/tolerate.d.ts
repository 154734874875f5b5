/** The part of JSON Schema that tool arguments use. */
export interface ArgumentSchema {
    readonly type?: string;
    readonly properties?: Readonly<Record<string, ArgumentSchema>>;
    readonly items?: ArgumentSchema;
}
/** Arguments as understood, and what could not be. */
export interface Tolerated {
    readonly value: Readonly<Record<string, unknown>>;
    readonly warnings: readonly string[];
}
/**
 * Reads arguments as their author meant them: other spellings of a name, `"3"` for 3, `"false"` for false, null for
 * absent. A value that cannot be read is left out with a warning, so that bookkeeping never costs a thought.
 */
export declare function tolerate(schema: ArgumentSchema, raw: unknown): Tolerated;
