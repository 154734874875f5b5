import type { PeerMessage } from "../../peers.ts";
import type { Database, Row } from "../database.ts";
import { DATABASE_TIME } from "../database-time.ts";
import type { Listening } from "../listen.ts";
import { readJson } from "../read-json.ts";

/** Letters between servers: the database keeps them, and tells only that there are some. */
export interface PostgresLetters {
  send(letter: Omit<PeerMessage, "from">): Promise<void>;
  receive(listener: (letter: PeerMessage) => void): () => void;
  /** Forgets letters that nobody has fetched for a minute. */
  tidy(): Promise<void>;
}

const CHANNEL = "clew_peers";
/** The most announcements that wait to be read. */
const MAX_ANNOUNCED = 10_000;
/** So many letters are remembered as read, in case they are found again. */
const MAX_READ = 10_000;

/** Writes and reads the letters of one server. */
export function createLetters(
  db: Database,
  listening: Listening,
  self: string,
  onError: (error: unknown) => void,
): PostgresLetters {
  const listeners = new Set<(letter: PeerMessage) => void>();
  const read = new Set<string>();
  let announced: number[] = [];
  /** Whether some may have been announced while the connection was broken. */
  let isBehind = false;
  let isReading = false;
  let stop: (() => void) | undefined;

  function onAnnounced(payload: string): void {
    const [id = "", recipient, sender] = payload.split(" ", 3);
    if (recipient !== self && !(recipient === "*" && sender !== self)) return;
    if (!/^\d{1,15}$/.test(id)) return;
    // Whoever announces this much is not one of us: everything is looked for instead.
    if (announced.length < MAX_ANNOUNCED) announced.push(Number(id));
    else isBehind = true;
    readOn();
  }

  function onConnect(): void {
    isBehind = true;
    readOn();
  }

  function readOn(): void {
    if (isReading) return;
    isReading = true;
    readAll()
      .catch(onError)
      .finally(() => {
        isReading = false;
      });
  }

  async function readAll(): Promise<void> {
    while (isBehind || announced.length > 0) {
      if (isBehind) {
        isBehind = false;
        await deliver(await db.query(MISSED, [self]));
        continue;
      }
      const ids = announced;
      announced = [];
      const rows = new Map((await db.query(FETCH, [ids])).map((row) => [row.id, row]));
      // In the order in which they were announced: that is the order in which they were committed.
      await deliver(ids.map((id) => rows.get(id)).filter((row) => row !== undefined));
    }
  }

  async function deliver(rows: readonly Row[]): Promise<void> {
    const fresh = rows.filter((row) => !read.has(markOf(row)));
    for (const row of fresh) {
      read.add(markOf(row));
      if (read.size > MAX_READ) read.delete(read.values().next().value!);
      const letter = toPeerMessage(row);
      if (letter) for (const hear of listeners) hear(letter);
    }
    const own = fresh.filter((row) => row.recipient === self).map((row) => row.id);
    if (own.length > 0) await db.query(BURN, [own]);
  }

  return {
    async send({ to, sessionId, body }) {
      await db.query(SEND, [to ?? null, self, sessionId, JSON.stringify(body)]);
    },
    receive(listener) {
      listeners.add(listener);
      stop ??= listening.listen(CHANNEL, onAnnounced, onConnect);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
    async tidy() {
      await db.query(FORGET);
    },
  };
}

/** After a crash of the database the ids begin again. */
const markOf = ({ id, sent_at }: Row): string => `${id} ${sent_at}`;

/** Undefined when the row does not hold JSON: none of our servers wrote it. */
function toPeerMessage({
  recipient,
  sender,
  session_id: sessionId,
  body: text,
}: Row): PeerMessage | undefined {
  const body = readJson(text);
  if (body === undefined) return undefined;
  return {
    ...(recipient !== null && { to: recipient as string }),
    from: sender as string,
    sessionId: sessionId as string,
    body,
  };
}

const SEND = `
  WITH sent AS (
    INSERT INTO clew.peer_letter (recipient, sender, session_id, body, sent_at)
    VALUES ($1, $2, $3, $4, ${DATABASE_TIME}) RETURNING id, recipient, sender
  )
  SELECT pg_notify('${CHANNEL}', id || ' ' || coalesce(recipient, '*') || ' ' || sender) FROM sent`;
const COLUMNS = "id, recipient, sender, session_id, body, sent_at";
const FETCH = `SELECT ${COLUMNS} FROM clew.peer_letter WHERE id = ANY($1::bigint[])`;
const MISSED = `
  SELECT ${COLUMNS} FROM clew.peer_letter
  WHERE recipient = $1 OR (recipient IS NULL AND sender <> $1) ORDER BY id`;
const BURN = "DELETE FROM clew.peer_letter WHERE id = ANY($1::bigint[])";
const FORGET = `
  DELETE FROM clew.peer_letter WHERE id IN (
    SELECT id FROM clew.peer_letter WHERE sent_at < ${DATABASE_TIME} - 60000 FOR UPDATE SKIP LOCKED)`;
