import type { Thought } from "./thought.ts";

/** A thought as `think` shows it. */
export interface WindowEntry {
  readonly timestamp: string;
  readonly thought: string;
  readonly step: number;
}

/** How many thoughts the window has after the thought with this `seq`. */
export function windowSize(seq: number, windowStart: number, maxThoughts: number): number {
  return Math.max(0, Math.min(seq - windowStart, maxThoughts));
}

/** One entry of the window. */
export function windowEntry(thought: Thought): WindowEntry {
  return { timestamp: thought.createdAt, thought: thought.content, step: thought.seq };
}

/** The window as one text for a prompt; empty if it has no thoughts. */
export function formatWindow(entries: readonly WindowEntry[]): string {
  if (entries.length === 0) return "";
  const steps = entries.map(({ step, timestamp, thought }) => `Step ${step} (${timestamp}):\n${thought}\n`);
  return `Previous thoughts in this session:\n\n${steps.join("\n")}`;
}
