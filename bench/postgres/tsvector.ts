// usage: node bench/postgres/tsvector.ts [THOUGHTS] [TIMES] [FOLDER]
import { tmpdir } from "node:os";
import pg from "pg";
import { median, percentile, timed } from "../measure.ts";
import { word } from "../thoughts.ts";
import { startBenchServer } from "./bench-server.ts";
import { fillDatabase } from "./fill.ts";

/** Compares our word-array search with PostgreSQL's `tsvector` on the same thoughts, and prints a Markdown table. */
async function compare(thoughts: number, times: number, folder: string): Promise<void> {
  await using server = await startBenchServer(folder);
  const url = await server.newLedger();
  const { indexSeconds } = await server.whileLoading(() => fillDatabase(url, thoughts));
  const client = new pg.Client(url);
  await client.connect();
  const tsvectorMs = await timed(async () => {
    await client.query("SET maintenance_work_mem = '1GB'");
    await client.query(
      "CREATE TABLE clew_ts AS SELECT position, session_id, to_tsvector('english', content) AS words FROM clew.thought",
    );
  });
  const indexMs = await timed(() => client.query("CREATE INDEX clew_ts_words ON clew_ts USING gin (words)"));
  await client.query("CREATE INDEX clew_ts_position ON clew_ts (position)");
  await client.query("VACUUM ANALYZE clew_ts");
  const { rows } = await client.query(
    `SELECT pg_relation_size('clew.thought_words')::float8 AS array_bytes, pg_relation_size('clew_ts_words')::float8 AS tsvector_bytes`,
  );
  const positions = await windowStarts(client, thoughts);
  const { openStore } = await import("../../src/store/open.ts");
  const store = await openStore({ databaseUrl: url });
  const search = (by: string) =>
    `SELECT t.position, s.title FROM clew_ts t JOIN clew.session s ON s.id = t.session_id, plainto_tsquery('english', $1) q
     WHERE t.words @@ q ORDER BY ${by} DESC LIMIT 10`;
  const ways: Readonly<Record<string, (text: string) => Promise<number>>> = {
    ours: async (text) => (await store.search({ text, limit: 10 })).length,
    "tsvector, newest": async (text) => (await client.query(search("t.position"), [text])).rowCount!,
    "tsvector, ts_rank": async (text) =>
      (await client.query(search("ts_rank(t.words, q)"), [text])).rowCount!,
    "tsvector, windows": (text) => searchInWindows(client, positions, text),
  };
  console.log(
    `${thoughts} thoughts. Index: word array ${indexSeconds.thought_words?.toFixed(1)} s, ${megabytes(rows[0].array_bytes)}; ` +
      `tsvector ${(tsvectorMs / 1000).toFixed(1)} s to parse, ${(indexMs / 1000).toFixed(1)} s to index, ${megabytes(rows[0].tsvector_bytes)}.`,
  );
  console.log(
    `| query | ${Object.keys(ways).join(" | ")} |\n|---|${"---|".repeat(Object.keys(ways).length)}`,
  );
  for (const [name, textOf] of Object.entries(queries(thoughts))) {
    const samples = Object.fromEntries(Object.keys(ways).map((way) => [way, [] as number[]]));
    // The ways alternate, so that load of the machine affects all of them.
    for (let round = -2; round < times; round++)
      for (const [way, run] of Object.entries(ways)) {
        const ms = await timed(() => run(textOf(Math.max(0, round))));
        if (round >= 0) samples[way]!.push(ms);
      }
    const cells = Object.values(samples).map(
      (values) => `${median(values).toFixed(1)} (${percentile(values, 0.95).toFixed(1)})`,
    );
    console.log(`| ${name} | ${cells.join(" | ")} |`);
  }
  await store.close();
  await client.end();
}

/** The positions where the newest 20,000, 200,000 and 2,000,000 thoughts begin, and the first of all. */
async function windowStarts(client: pg.Client, thoughts: number): Promise<readonly string[]> {
  const starts: string[] = [];
  for (const size of [20_000, 200_000, 2_000_000]) {
    const { rows } = await client.query(
      "SELECT position FROM clew_ts ORDER BY position DESC OFFSET $1 LIMIT 1",
      [Math.min(size, thoughts - 1)],
    );
    starts.push(rows[0].position as string);
  }
  return [...starts, "0"];
}

/** Ranks the matches of the newest thoughts, and of ten times as many as long as there are fewer than ten. */
async function searchInWindows(
  client: pg.Client,
  positions: readonly string[],
  text: string,
): Promise<number> {
  for (const position of positions) {
    const { rowCount } = await client.query(
      `WITH matches AS MATERIALIZED (
         SELECT t.position, t.session_id, ts_rank(t.words, q) AS rank
         FROM clew_ts t, plainto_tsquery('english', $1) q WHERE t.words @@ q AND t.position > $2)
       SELECT m.position, s.title FROM matches m JOIN clew.session s ON s.id = m.session_id
       ORDER BY m.rank DESC, m.position DESC LIMIT 10`,
      [text, position],
    );
    if (rowCount === 10) return 10;
    if (position === "0") return rowCount!;
  }
  return 0;
}

function queries(thoughts: number): Readonly<Record<string, (round: number) => string>> {
  return {
    "a word of one thought": (round) => `${(round * 7_919) % thoughts}`,
    "a rare word": (round) => word(4_000 + round),
    "a common word": (round) => word(100 + round),
    "a word in every thought": (round) => word(round % 3),
    "two rare words": (round) => `${word(4_000 + round)} ${word(4_500 + round)}`,
    "two common words": (round) => `${word(100 + round)} ${word(200 + round)}`,
    "a word that does not occur": (round) => `doesnotoccur${round}`,
  };
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

const [thoughts = "300000", times = "20", folder = tmpdir()] = process.argv.slice(2);
await compare(Number(thoughts), Number(times), folder);
