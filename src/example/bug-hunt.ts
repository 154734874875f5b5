import type { Draft, NewSession } from "../ledger/index.ts";

/** A thought of the example. */
export interface ExampleThought
  extends Pick<Draft, "content" | "branchId" | "branchFrom" | "revises" | "confidence" | "marks"> {
  /** A critique of it. */
  readonly critique?: string;
}

/** The example session for new users. */
export const exampleSession: NewSession = {
  title: "Why is the orders service killed for memory every night?",
  description: "An example that comes with Clew: a bug hunt with two branches, a revision and a critique.",
  project: "example",
  tags: ["example", "bug-hunt", "memory-leak"],
  mode: "chain",
};

/** Its thoughts in order of arrival; the last one completes the session. */
export const exampleThoughts: readonly ExampleThought[] = [
  {
    confidence: 0.9,
    content: `The orders service is killed for memory about once a night. What is known:

- Resident memory climbs in a straight line, about **40 MB an hour**, from the moment it starts.
- It began with release 4.12, eleven days ago. The eleven nights before that were quiet.
- Traffic did not change. The line climbs at night too, when there are hardly any orders.

Goal: find what holds the memory, prove it, and fix it without guessing.`,
  },
  {
    confidence: 0.6,
    content: `What grows in a straight line, whatever the traffic?

1. A cache without a bound that a timer fills.
2. Listeners or timers that are added again and again and never removed.
3. Buffers outside the JavaScript heap.

A leak per request would follow the orders of the day. This one does not, so it hangs on **time**, not on work.`,
  },
  {
    confidence: 0.85,
    content: `Heap or not? Last night's figures for one instance, an hour apart:

| | 02:00 | 03:00 |
|---|---|---|
| rss | 604 MB | 644 MB |
| heapUsed | 180 MB | 212 MB |
| external | 22 MB | 22 MB |

External memory is flat, so the third suspect is out. The leak is in the JavaScript heap.`,
  },
  {
    confidence: 0.7,
    content: `The changes of 4.12 that live longer than one request:

- the price cache got a new key (\`product, currency, discount group\`);
- the queue client learned to reconnect by itself.

Both fit "hangs on time". I follow each on a branch of its own and come back with evidence, not with a favourite.`,
  },
  {
    branchId: "price-cache",
    branchFrom: 4,
    confidence: 0.55,
    content: `The price cache is a \`Map\`. With discount groups in the key there can be 61,000 products × 4 currencies × 9 groups: more than two million entries, and a nightly job asks for prices of everything. If nothing removes entries, this is a leak with the right shape.`,
  },
  {
    branchId: "price-cache",
    confidence: 0.8,
    content: `The service already reports the size of that map. Over the last night:

\`\`\`
00:00  3,180 entries
03:00  3,204 entries
06:00  3,196 entries
\`\`\`

The sweep that removes old prices works. An entry takes about 400 bytes, so the whole map is 1.3 MB.`,
  },
  {
    branchId: "price-cache",
    confidence: 0.95,
    marks: [
      {
        kind: "dead_end",
        text: "The price cache",
        reason: "it is bounded at 1.3 MB, thirty times too small to matter",
      },
    ],
    content: `Dead end, and a clean one: the price cache is bounded, and thirty times too small to matter. I close this branch.

For later: the sweep walks the whole map every minute. Harmless today, but not with ten times the products.`,
  },
  {
    branchId: "queue-reconnect",
    branchFrom: 4,
    confidence: 0.5,
    content: `The broker drops a connection that rests for 60 seconds. At night the queue is quiet, so the new client reconnects **once a minute**, all night. Sixty times an hour something is made that may not be let go. 40 MB an hour would be about 0.67 MB for each reconnect.`,
  },
  {
    branchId: "queue-reconnect",
    confidence: 0.75,
    critique:
      "The arithmetic fits, but two snapshots only show that connections and memory grow together. What keeps the old connections alive? Name the path that retains one of them. Otherwise the fix may close the connections and leave whatever holds on to them, and the line will climb more slowly instead of lying flat.",
    content: `Two heap snapshots of last night, 30 minutes apart, compared by constructor:

\`\`\`
+30  QueueConnection     retained size +15.9 MB
+30  Socket
+30  RingBuffer (512 kB each)
\`\`\`

Thirty reconnects, thirty connections that stayed, 0.53 MB each: **32 MB an hour**. That is the growth of the heap to the megabyte.`,
  },
  {
    branchId: "queue-reconnect",
    confidence: 0.92,
    content: `The critique is right, so here is the path that retains one of the old connections:

\`shutdown (process-wide emitter)\` → \`listeners("drain")\` → closure in \`connect()\` → \`QueueConnection\`

Every call of \`connect()\` adds a \`drain\` listener to the emitter that all of the process shares, so that a clean stop can empty the queue. Nobody takes the listener off when the connection is gone. The closure holds the connection, the connection holds its ring buffer.`,
  },
  {
    revises: 3,
    confidence: 0.9,
    content: `Heap or not? I read my own table too kindly. The heap grows by 32 MB an hour, but resident memory grows by 40. **8 MB an hour are missing**, and "the leak is in the JavaScript heap" does not explain them.

They are the system's side of the thirty sockets: about 0.13 MB of kernel-near buffers for each connection, which neither \`heapUsed\` nor \`external\` counts. So most of the leak is in the heap, not all of it; both parts hang on the same connections.`,
  },
  {
    confidence: 0.93,
    marks: [
      {
        kind: "decision",
        text: "Take the `drain` listener off when the connection closes, and destroy the old socket before a new connection is made",
        reason: "a listener on a shared emitter outlives its connection",
      },
    ],
    content: `Both branches are in. The cache is innocent. The cause is one line in \`connect()\`: a listener on a shared emitter that outlives its connection.

The fix has two parts, because the critique warned of doing half of it:

1. take the \`drain\` listener off when the connection closes, for whatever reason;
2. destroy the old socket before a new connection is made, instead of waiting for the broker.`,
  },
  {
    confidence: 0.95,
    content: `First the proof, then the fix. A test reconnects 200 times against a broker that hangs up at once, and asks two things:

\`\`\`ts
expect(shutdown.listenerCount("drain")).toBe(1);
expect(await stillReachable(oldConnections)).toBe(0); // WeakRef, after a collection
\`\`\`

On 4.12 it fails with 201 listeners and 200 connections that are still there. With the first part of the fix alone, 3 connections stay: those whose socket was still closing. With both, it passes.`,
  },
  {
    confidence: 0.97,
    marks: [
      {
        kind: "outcome",
        text: "The leak is fixed, with a test that fails without it: 206 MB after 1,440 reconnects instead of 1,160 MB",
      },
      { kind: "next", text: "Warn when an emitter has more listeners than connections" },
      { kind: "next", text: "Look at the sweep of the price cache before the catalogue grows" },
    ],
    content: `A whole day of reconnects, 1,440 of them, replayed in four minutes against two instances:

| | before | after |
|---|---|---|
| 4.12 | 204 MB | 1,160 MB |
| with the fix | 204 MB | 206 MB |

**Conclusion:** the reconnecting queue client leaked 0.67 MB a minute through a listener that nobody removed. Fixed, with a test that fails without it.

Left to do: warn when an emitter has more listeners than connections; look at the sweep of the price cache before the catalogue grows.`,
  },
];
