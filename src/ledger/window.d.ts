import type { Thought } from "./thought.ts";
/** A thought as the `think` door shows it. */
export interface WindowEntry {
    readonly timestamp: string;
    readonly thought: string;
    readonly step: number;
}
/** How many thoughts the window holds after the thought with this `seq`. */
export declare function windowSize(seq: number, windowStart: number, maxThoughts: number): number;
/** One entry of the window. */
export declare function windowEntry(thought: Thought): WindowEntry;
/** The window as one text for a prompt; empty when there is nothing in it. */
export declare function formatWindow(entries: readonly WindowEntry[]): string;
