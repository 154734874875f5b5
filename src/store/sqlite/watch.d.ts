import type { DatabaseSync } from "node:sqlite";
/** Makes the signal that something was written: at once for this process, by `data_version` for the others. */
export declare function createWatch(db: DatabaseSync): {
    notify: () => void;
    close: () => void;
    listen(listener: () => void): () => void;
};
