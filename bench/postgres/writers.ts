import pg from "pg";
import { loadTextImports } from "../ledger.ts";
import { thoughtText } from "../thoughts.ts";

/** Clients that write thoughts of 500 characters, each to its own session. */
export interface Writers {
  /** The first clients; each call writes one thought. */
  of(clients: number): readonly (() => Promise<unknown>)[];
  close(): Promise<void>;
}

const texts = Array.from({ length: 1_000 }, (_, number) => thoughtText(number));
const textOf = (number: number): string => texts[number % texts.length]!;

/** Opens writers through our store, or through `pg` alone with the bare insert. */
export async function openWriters(
  kind: "store" | "floor",
  url: string,
  connections: number,
): Promise<Writers> {
  await loadTextImports();
  const writers: (() => Promise<unknown>)[] = [];
  const { writer, close } = await (kind === "store" ? openStoreWriter : openFloor)(url, connections);
  return {
    of(clients) {
      while (writers.length < clients) writers.push(writer(`${kind}-${process.pid}-${writers.length}`));
      return writers.slice(0, clients);
    },
    close,
  };
}

async function openStoreWriter(databaseUrl: string, maxConnections: number) {
  const { openStore } = await import("../../src/store/open.ts");
  const store = await openStore({ databaseUrl, maxConnections });
  const writer = (sessionId: string) => {
    let number = 0;
    return () =>
      store.append({
        target: { sessionId, create: () => ({ id: sessionId, title: "Bench", mode: "chain" }) },
        content: textOf(number++),
        number,
        total: number + 1,
        nextThoughtNeeded: true,
        mode: "chain",
        source: "thoughtbox",
      });
  };
  return { writer, close: store.close };
}

/** Words are precomputed and ids are cheap: the floor includes only the insert. */
async function openFloor(url: string, connections: number) {
  const { thoughtWords } = await import("../../src/store/postgres/search/thought-words.ts");
  const words = texts.map((content) => thoughtWords({ content, source: "thoughtbox" }));
  const pool = new pg.Pool({ connectionString: url, max: connections });
  const writer = (sessionId: string) => {
    let number = 0;
    let id: string | null = null;
    return () => {
      const parent = id;
      const index = number++ % texts.length;
      id = `${Date.now().toString(16)}-${sessionId}-${number}`.padEnd(36, "0");
      const values = [sessionId, number, id, number + 1, Date.now(), parent, texts[index], words[index]];
      return pool.query({ name: "floor", text: FLOOR, values });
    };
  };
  return { writer, close: () => pool.end() };
}

const FLOOR = `INSERT INTO clew.thought (position, session_id, seq, id, number, total, branch_id, created_at, next_needed,
    parent_id, mode, source, content, words)
  SELECT p.position, $1, $2::int, $3, $2::int, $4::bigint, '', $5::bigint, true, $6, 'chain', 'thoughtbox', $7,
    $8::text[] || clew.recency_buckets(p.position)
  FROM (SELECT clew.next_position(0) AS position) p`;
