import { BoundedMap } from "../../../primitives/bounded-map.ts";
import type { PeerMessage } from "../../peers.ts";
import { DATABASE_TIME, type Database, type Row, readJson } from "../database.ts";
import type { Listener } from "../listen.ts";

/** Messages between servers. A table holds them; a notification announces each. */
export interface PostgresPeerMessages {
  send(message: Omit<PeerMessage, "from">): Promise<void>;
  receive(receiver: (message: PeerMessage) => void): () => void;
  /** Deletes messages that are older than a minute. */
  forgetOld(): Promise<void>;
}

const CHANNEL = "clew_peers";
/** How many announcements may wait to be read. */
const MAX_ANNOUNCED = 10_000;
/** How many delivered messages to remember, in case a later query returns them again. */
const MAX_DELIVERED = 10_000;

/** Sends and receives the messages of one server. */
export function createPeerMessages(
  db: Database,
  listener: Listener,
  self: string,
  onError: (error: unknown) => void,
): PostgresPeerMessages {
  const receivers = new Set<(message: PeerMessage) => void>();
  const delivered = new BoundedMap<string, true>(MAX_DELIVERED, "insertion");
  let announced: number[] = [];
  /** Whether announcements may have been missed while the connection was broken. */
  let mayHaveMissed = false;
  let isReading = false;
  let stop: (() => void) | undefined;

  function onAnnounced(payload: string): void {
    const [id = "", recipient, sender] = payload.split(" ", 3);
    if (recipient !== self && !(recipient === "*" && sender !== self)) return;
    if (!/^\d{1,15}$/.test(id)) return;
    // None of our servers announces this much: a query finds the real messages.
    if (announced.length < MAX_ANNOUNCED) announced.push(Number(id));
    else mayHaveMissed = true;
    startReading();
  }

  function onConnect(): void {
    mayHaveMissed = true;
    startReading();
  }

  function startReading(): void {
    if (isReading) return;
    isReading = true;
    readAll()
      .catch(onError)
      .finally(() => {
        isReading = false;
      });
  }

  async function readAll(): Promise<void> {
    while (mayHaveMissed || announced.length > 0) {
      if (mayHaveMissed) {
        mayHaveMissed = false;
        await deliver(await db.query(MISSED, [self]));
        continue;
      }
      const ids = announced;
      announced = [];
      const rows = new Map((await db.query(FETCH, [ids])).map((row) => [row.id, row]));
      // The order of the announcements is the order of the commits.
      await deliver(ids.map((id) => rows.get(id)).filter((row) => row !== undefined));
    }
  }

  async function deliver(rows: readonly Row[]): Promise<void> {
    const fresh = rows.filter((row) => !delivered.has(keyOf(row)));
    for (const row of fresh) {
      delivered.set(keyOf(row), true);
      const message = toPeerMessage(row);
      if (message) for (const receive of receivers) receive(message);
    }
    const own = fresh.filter((row) => row.recipient === self).map((row) => row.id);
    if (own.length > 0) await db.query(REMOVE, [own]);
  }

  return {
    async send({ to, sessionId, body }) {
      await db.query(SEND, [to ?? null, self, sessionId, JSON.stringify(body)]);
    },
    receive(receiver) {
      receivers.add(receiver);
      stop ??= listener.listen(CHANNEL, onAnnounced, onConnect);
      return () => {
        receivers.delete(receiver);
        if (receivers.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
    async forgetOld() {
      await db.query(FORGET);
    },
  };
}

/** The id alone is not unique: ids start again after a crash of the database. */
const keyOf = ({ id, sent_at }: Row): string => `${id} ${sent_at}`;

/** Undefined if the row is not JSON: any login of the database may have written it. */
function toPeerMessage({
  recipient,
  sender,
  session_id: sessionId,
  body: text,
}: Row): PeerMessage | undefined {
  const body = readJson(text);
  if (body === undefined) return undefined;
  return {
    to: (recipient as string | null) ?? undefined,
    from: sender as string,
    sessionId: sessionId as string,
    body,
  };
}

const SEND = `
  WITH sent AS (
    INSERT INTO clew.peer_message (recipient, sender, session_id, body, sent_at)
    VALUES ($1, $2, $3, $4, ${DATABASE_TIME}) RETURNING id, recipient, sender
  )
  SELECT pg_notify('${CHANNEL}', id || ' ' || coalesce(recipient, '*') || ' ' || sender) FROM sent`;
const COLUMNS = "id, recipient, sender, session_id, body, sent_at";
const FETCH = `SELECT ${COLUMNS} FROM clew.peer_message WHERE id = ANY($1::bigint[])`;
const MISSED = `
  SELECT ${COLUMNS} FROM clew.peer_message
  WHERE recipient = $1 OR (recipient IS NULL AND sender <> $1) ORDER BY id`;
const REMOVE = "DELETE FROM clew.peer_message WHERE id = ANY($1::bigint[])";
const FORGET = `
  DELETE FROM clew.peer_message WHERE id IN (
    SELECT id FROM clew.peer_message WHERE sent_at < ${DATABASE_TIME} - 60000 FOR UPDATE SKIP LOCKED)`;
