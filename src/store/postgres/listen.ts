import { type DatabaseConnection, openConnection } from "./database.ts";

/** Listens to notification channels of the database. */
export interface Listener {
  /**
   * Calls back with each payload on a channel, until the returned function is called. Any login of the database can send
   * any text to any channel, so callbacks must validate it; errors that they throw are dropped. `onConnect` is called
   * after each connect, because earlier notifications may have been missed.
   */
  listen(channel: string, onMessage: (payload: string) => void, onConnect?: () => void): () => void;
  close(): Promise<void>;
}

interface Subscription {
  readonly channel: string;
  readonly onMessage: (payload: string) => void;
  readonly onConnect: () => void;
}

/** The longest pause before reconnecting. */
const MAX_PAUSE_MS = 1000;
/** More notifications per second than this are a flood; servers send far fewer. */
const FLOOD = 5_000;

/** Creates a listener with one connection for all channels. It connects at the first use, and again when it breaks. */
export function createListener(url: string): Listener {
  const subscriptions = new Set<Subscription>();
  let connection: Promise<DatabaseConnection> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pause = 0;
  let closed = false;
  let countedSince = 0;
  let counted = 0;

  /** A flood would use all of this process's time, so its connection is cut; `onConnect` of the next one catches up. */
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
      pause = MAX_PAUSE_MS;
      void connection?.then((opened) => opened.cut());
      return;
    }
    for (const subscription of [...subscriptions]) {
      if (subscription.channel !== channel) continue;
      try {
        subscription.onMessage(payload);
      } catch {
        // Thrown in an event handler of the driver, it would end the process.
      }
    }
  }

  function onBreak(): void {
    connection = undefined;
    if (closed || timer) return;
    timer = setTimeout(connect, pause).unref();
    pause = Math.min(Math.max(10, pause * 2), MAX_PAUSE_MS);
  }

  function connect(): void {
    timer = undefined;
    const opening = openConnection(url, onMessage, onBreak);
    connection = opening;
    opening
      .then(async (opened) => {
        for (const channel of new Set([...subscriptions].map((subscription) => subscription.channel)))
          await listenOn(opened, channel);
        pause = 0;
        for (const subscription of [...subscriptions]) subscription.onConnect();
      })
      .catch(() => opening.then(drop, onBreak));
  }

  /** Closes a connection that cannot listen, such as one to a standby, which leads to a new one. */
  function drop(opened: DatabaseConnection): void {
    opened.close().catch(() => {});
  }

  return {
    listen(channel, onMessage, onConnect = () => {}) {
      const subscription = { channel, onMessage, onConnect };
      subscriptions.add(subscription);
      if (connection)
        connection.then(
          (opened) => listenOn(opened, channel).then(onConnect, () => drop(opened)),
          () => {},
        );
      else if (!timer && !closed) connect();
      return () => subscriptions.delete(subscription);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await (await connection?.catch(() => undefined))?.close();
    },
  };
}

const listenOn = (connection: DatabaseConnection, channel: string) => connection.query(`LISTEN "${channel}"`);
