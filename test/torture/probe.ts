import { httpConnection } from "./client.ts";
import type { HttpServer } from "./http-server.ts";
import type { Journal } from "./journal.ts";
import { ownPausesMs, pause } from "./pace.ts";
import type { Ground } from "./server.ts";

/** What the probe asks, and how it knows that the server was down on purpose. */
export interface ProbeSetup {
  readonly ground: Ground;
  readonly server: HttpServer;
  readonly journal: Journal;
  readonly stop: AbortSignal;
  /** Changes whenever something behind the server is taken away on purpose: the database, say. */
  readonly disturbance: () => number;
}

const EVERY_MS = 100;

/** Thinks all the time and measures how long every answer takes; a refusal is an answer too. */
export async function runProbe({ ground, server, journal, stop, disturbance }: ProbeSetup): Promise<void> {
  const { tally } = ground;
  const connection = httpConnection(ground, server, "2026-07-28", `probe-${server.name}`);
  while (!stop.aborted) {
    const [life, trouble, paused, from] = [server.life, disturbance(), ownPausesMs(), performance.now()];
    const attempt = journal.begin(connection.name, "a thought of the probe");
    try {
      const answer = await connection.call("think", {
        thought: attempt.content,
        session_id: connection.name,
      });
      if (answer.isError) tally.noteRefusal(answer);
      else {
        const seq = Number(answer.structured.step);
        tally.acknowledged += 1;
        journal.acknowledge(attempt, { sessionId: String(answer.structured.session_id), seq, number: seq });
      }
    } catch (error) {
      if (server.isUp && server.life === life && disturbance() === trouble && !stop.aborted)
        tally.noteError(`the probe got no answer: ${String(error)}`);
    }
    const wait = performance.now() - from - (ownPausesMs() - paused);
    const wasUp = server.life === life && server.isUp && disturbance() === trouble;
    if (wasUp) tally.waits.push(wait);
    await pause(EVERY_MS, stop);
  }
  await connection.close();
}
