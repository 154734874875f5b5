import { expect, test } from "vitest";
import { type Connection, followLive, type LiveOptions, pauseBefore } from "./live.ts";

const encoder = new TextEncoder();
const streamOf = (...pieces: readonly string[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(encoder.encode(piece));
        controller.close();
      },
    }),
  );
const ready = (position: number, more = {}) =>
  `id: ${position}\nevent: ready\ndata: ${JSON.stringify({ position, ...more })}\n\n`;
const change = (position: number) =>
  `id: ${position}\nevent: change\ndata: [{"position":${position},"kind":"thought","sessionId":"a","seq":${position}}]\n\n`;

/** Follows a server that gives these answers in order, and then closes the page. */
async function follow(
  answers: readonly (() => Response | Promise<Response>)[],
  more: Partial<LiveOptions> = {},
) {
  const opened: (string | undefined)[] = [];
  const seen: number[] = [];
  const readies: boolean[] = [];
  const states: Connection[] = [];
  const pauses: number[] = [];
  const page = new AbortController();
  await followLive(
    {
      open: async (last) => {
        const answer = answers[opened.length];
        opened.push(last);
        if (answer) return answer();
        page.abort();
        throw new Error("closed");
      },
      onChanges: (changes) => seen.push(...changes.map(({ position }) => position)),
      onReady: (resumed) => readies.push(resumed),
      onState: (state) => states.push(state),
      pause: async (ms) => void pauses.push(ms),
      random: () => 1,
      ...more,
    },
    page.signal,
  );
  return { opened, seen, readies, states, pauses };
}
const refused = () => Promise.reject(new Error("refused"));

test("[WB6] a stream that ends is resumed", async () => {
  const { opened, seen, readies, states } = await follow([
    () => streamOf(ready(4), change(5), change(6)),
    () => streamOf(ready(6), change(7)),
  ]);
  expect(opened).toEqual([undefined, "6", "7"]);
  expect(seen).toEqual([5, 6, 7]);
  expect(readies).toEqual([false, true]);
  expect(states).toEqual(["live", "reconnecting", "live", "reconnecting"]);
});

test("[WB6] an unknown position means that everything is reloaded", async () => {
  const { readies } = await follow([() => streamOf(ready(90)), () => streamOf(ready(2, { reset: true }))]);
  expect(readies).toEqual([false, false]);
});

test("[WB6] pauses double up to a limit and reset after a success; after several failures the state is offline", async () => {
  const { states, pauses } = await follow([
    refused,
    refused,
    refused,
    refused,
    () => streamOf(ready(1)),
    refused,
  ]);
  expect(states).toEqual([
    "reconnecting",
    "reconnecting",
    "reconnecting",
    "offline",
    "live",
    "reconnecting",
    "reconnecting",
  ]);
  expect(pauses).toEqual([300, 600, 1200, 2400, 300, 600]);
  expect(pauseBefore(30, 1)).toBe(15_000);
  expect(pauseBefore(30, 0)).toBe(7_500);
});

test("[WB6] a silent stream is closed and opened again", async () => {
  const silent = () =>
    new Response(new ReadableStream({ start: (controller) => controller.enqueue(encoder.encode(ready(3))) }));
  const opened: (string | undefined)[] = [];
  const page = new AbortController();
  await followLive(
    {
      open: async (last, signal) => {
        opened.push(last);
        if (opened.length > 1) page.abort();
        // As in a browser, reading an aborted response fails.
        return new Response(silent().body?.pipeThrough(new TransformStream(), { signal }));
      },
      onChanges() {},
      onReady() {},
      onState() {},
      pause: async () => {},
      silenceMs: 20,
    },
    page.signal,
  );
  expect(opened).toEqual([undefined, "3"]);
});
