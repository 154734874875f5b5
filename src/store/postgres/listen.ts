import { type Connection, openConnection } from "./database.ts";

/** What listens to channels of the database. */
export interface Listening {
  /**
   * Calls back with each payload on a channel, until the returned function is called. Any login of the database can send
   * any text to any channel: callbacks must check what they get, and what they throw is dropped. `onConnect` is called
   * each time the connection is there (again): what was sent before may have been missed.
   */
  listen(channel: string, onMessage: (payload: string) => void, onConnect?: () => void): () => void;
  close(): Promise<void>;
}

interface Entry {
  readonly channel: string;
  readonly onMessage: (payload: string) => void;
  readonly onConnect: () => void;
}

/** The longest pause before a broken connection is tried again. */
const LONGEST_PAUSE_MS = 1000;
/** More notifications than this within a second are a flood, far beyond what servers send each other. */
const FLOOD = 5_000;

/** Makes one connection that listens for all channels; it is opened when first needed, and again when it breaks. */
export function createListening(url: string): Listening {
  const entries = new Set<Entry>();
  let connection: Promise<Connection> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pause = 0;
  let closed = false;
  let countedSince = 0;
  let counted = 0;

  /** A flood would take all of this process's time: its connection is cut, and what was missed is looked for on the next. */
  function isFlood(): boolean {
    const now = performance.now();
    if (now - countedSince > 1000) {
      countedSince = now;
      counted = 0;
    }
    return ++counted > FLOOD;
  }

  function onMessage(channel: string, payload: string): void {
    if (isFlood()) {
      pause = LONGEST_PAUSE_MS;
      void connection?.then((opened) => opened.cut());
      return;
    }
    for (const entry of [...entries]) {
      if (entry.channel !== channel) continue;
      try {
        entry.onMessage(payload);
      } catch {
        // It would end the process: this runs in an event handler of the driver.
      }
    }
  }

  function onBreak(): void {
    connection = undefined;
    if (closed || timer) return;
    timer = setTimeout(connect, pause).unref();
    pause = Math.min(Math.max(10, pause * 2), LONGEST_PAUSE_MS);
  }

  function connect(): void {
    timer = undefined;
    connection = openConnection(url, onMessage, onBreak);
    const opening = connection;
    opening
      .then(async (opened) => {
        for (const channel of new Set([...entries].map((entry) => entry.channel)))
          await listenOn(opened, channel);
        pause = 0;
        for (const entry of [...entries]) entry.onConnect();
      })
      .catch(() => opening.then(drop, onBreak));
  }

  /** A connection that cannot listen, such as one to a standby, would stay deaf: its end leads to a new one. */
  function drop(opened: Connection): void {
    opened.close().catch(() => {});
  }

  return {
    listen(channel, heard, onConnect = () => {}) {
      const entry = { channel, onMessage: heard, onConnect };
      entries.add(entry);
      if (connection)
        connection.then(
          (opened) => listenOn(opened, channel).then(onConnect, () => drop(opened)),
          () => {},
        );
      else if (!timer && !closed) connect();
      return () => entries.delete(entry);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await (await connection?.catch(() => undefined))?.close();
    },
  };
}

const listenOn = (connection: Connection, channel: string) => connection.query(`LISTEN "${channel}"`);
