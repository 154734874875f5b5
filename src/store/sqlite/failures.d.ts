/** Whether another connection holds the lock, or won every race for it. */
export declare function isBusy(error: unknown): boolean;
/** Whether the file is no SQLite database at all. */
export declare function isNotDatabase(error: unknown): boolean;
/** Whether the file, or one that SQLite needs beside it, could not be opened for writing. */
export declare function isUnwritable(error: unknown): boolean;
/** Whether the file itself failed, so that nothing of the running transaction can be kept. */
export declare function isFileFailure(error: unknown): boolean;
/** SQLite's errors in the words of the ledger; anything else as it is. */
export declare function translate(error: unknown): unknown;
