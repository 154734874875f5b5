import * as z from "zod";
import type { SamplingAnswer } from "../llm/index.ts";
import type { ClientRoot } from "./define.ts";

/** The most folders that are read from an answer. */
const MAX_ROOTS = 1_000;

const Roots = z.object({
  roots: z
    .array(z.object({ uri: z.string().max(10_000), name: z.string().max(1_000).optional() }))
    .max(MAX_ROOTS),
});

const Content = z.looseObject({ type: z.string(), text: z.unknown().optional() });

const Sampled = z.object({
  role: z.string(),
  model: z.string().max(200),
  content: z.union([Content, z.array(Content).max(1_000)]),
  stopReason: z.string().optional(),
});

/** The folders in a client's answer; undefined when the answer is not a list of roots. */
export function toldRoots(answer: unknown): readonly ClientRoot[] | undefined {
  return Roots.safeParse(answer).data?.roots;
}

/** A message of a client's model; throws when the answer is something else. */
export function sampledAnswer(answer: unknown): SamplingAnswer {
  return Sampled.parse(answer);
}
