import type { DatabaseSync } from "node:sqlite";
import type { SearchHit, SearchQuery } from "../port.ts";
/**
 * Makes the full-text search: thoughts with all the words, newest first; when there are none, thoughts with any of
 * them, those with the rarest words first.
 */
export declare function createSearch(db: DatabaseSync): (query: SearchQuery) => SearchHit[];
