import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { madeOnce, npmPostgres } from "./postgres-binaries.ts";

export { debianPostgres } from "./postgres-binaries.ts";

/** A PostgreSQL server that runs for a test. */
export interface RunningPostgres extends AsyncDisposable {
  /** An empty database; its user needs no password. */
  readonly url: string;
  readonly port: number;
  /** The address of a database of this server for a user whose password is `secret`. */
  guardedUrl(password: string): string;
  /** Makes a database, empty or like another one that nobody is connected to, and tells its address. */
  newDatabase(like?: string): Promise<string>;
  /** Takes everything out of a ledger that nobody has open, and tells its address: far quicker than a new database. */
  emptied(url: string): Promise<string>;
  /** Ends the server as a crash would: nothing is written any more, and every connection breaks. */
  kill(): Promise<void>;
  /** Starts it again, on the same port and data. */
  start(): Promise<void>;
  /** Ends it in order and starts it again. */
  restart(): Promise<void>;
  /** Ends it in order and tells where its files are. */
  halt(): Promise<string>;
  /** Ends it and takes its data away. */
  stop(): Promise<void>;
}

/** How a server for a test is run. */
export interface PostgresOptions {
  /** What was acknowledged survives a loss of power; slower. */
  readonly durable?: boolean;
  /** The folder of the programs; those that npm has brought unless it says otherwise. */
  readonly bin?: string;
  /** The folder that its data is in; the temporary one unless it says otherwise. */
  readonly parent?: string;
  /** The files of a cluster to begin with, instead of an empty one. */
  readonly from?: string;
  /** Settings of the server, such as `{ autovacuum: "on" }`. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts a PostgreSQL server of its own on a free port of loopback; it ends when this process does. */
export async function startPostgres(options: PostgresOptions = {}): Promise<RunningPostgres> {
  const bin = options.bin ?? npmPostgres();
  const folder = ownFolder(options.parent);
  const data = join(folder, "data");
  if (options.from !== undefined) execFileSync("cp", ["-R", options.from, data], { cwd: "/" });
  else execFileSync("cp", ["-R", template(bin), data], AS_OTHER);
  if (options.from !== undefined && "uid" in AS_OTHER)
    execFileSync("chown", ["-R", `${NOBODY}:${NOBODY}`, data], { cwd: "/" });
  const port = await freePort();
  const urlOf = (database: string) => `postgresql://clew@127.0.0.1:${port}/${database}`;
  const args = ["-D", data, ...settingsOf(options, port).flatMap((setting) => ["-c", setting])];
  let server: ChildProcess | undefined;
  let databases = 0;

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!server || server.exitCode !== null) return;
    server.ref();
    const ended = once(server, "exit");
    server.stdin!.end(`${signal.slice(3)}\n`);
    await ended;
    server = undefined;
  }

  const running: RunningPostgres = {
    url: urlOf("clew"),
    port,
    guardedUrl: (password) => `postgresql://guarded:${password}@127.0.0.1:${port}/clew`,
    async newDatabase(like) {
      const name = `clew_${++databases}`;
      const from = like === undefined ? "template0" : new URL(like).pathname.slice(1);
      await send(urlOf("postgres"), `CREATE DATABASE ${name} TEMPLATE ${from}`);
      return urlOf(name);
    },
    async emptied(url) {
      const tables = await send(url, TABLES);
      await send(url, tables.map(({ name }) => `DELETE FROM ${name}`).join(";"));
      return url;
    },
    kill: () => end("SIGQUIT"),
    start: async () => {
      server = await run(join(bin, "postgres"), args);
    },
    restart: async () => {
      await end("SIGINT");
      await running.start();
    },
    halt: async () => {
      await end("SIGINT");
      return data;
    },
    stop: async () => {
      await end("SIGQUIT");
      rmSync(folder, { recursive: true, force: true });
    },
    [Symbol.asyncDispose]: () => running.stop(),
  };
  await running.start();
  return running;
}

/** PostgreSQL refuses to run as root: there it runs as the user that owns nothing. */
const NOBODY = 65534;
const AS_OTHER = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY, cwd: "/" } : { cwd: "/" };

/**
 * Stays beside the server until it is told a signal, or until whoever started it is gone, and passes that on. A server
 * whose master was gone is taken away with its data.
 */
const KEEPER = `
"$@" </dev/null &
server=$!
trap '' INT TERM HUP
if read -r signal; then kill "-$signal" $server; wait $server; exit 0; fi
kill -QUIT $server; wait $server; rm -rf "$(dirname "$3")"
`;

async function run(program: string, args: readonly string[]): Promise<ChildProcess> {
  const keeper = spawn("sh", ["-c", KEEPER, "sh", program, ...args], {
    ...AS_OTHER,
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: "C" },
    stdio: ["pipe", "ignore", "pipe"],
  });
  let said = "";
  await new Promise<void>((resolve, reject) => {
    keeper.once("error", reject);
    keeper.once("exit", () => reject(new Error(`PostgreSQL did not start: ${said}`)));
    keeper.stderr!.on("data", (chunk) => {
      // Clients that try to connect during recovery fill the log: only its end matters.
      said = (said + chunk).slice(-20_000);
      if (/ready to accept (read-only )?connections/.test(said)) resolve();
      // The keeper lives on without a server that could not start; without its master it ends.
      if (said.includes("database system is shut down") || said.includes("could not create"))
        keeper.stdin!.end("QUIT\n");
    });
  });
  // It does not keep this process alive.
  keeper.unref();
  (keeper.stderr as Socket).unref();
  (keeper.stdin as Socket).unref();
  return keeper;
}

/** A cluster as it is after initdb, made once a version. */
function template(bin: string): string {
  const version = execFileSync(join(bin, "postgres"), ["--version"], { ...AS_OTHER, encoding: "utf8" });
  const name = `template-${version.trim().replace(/[^\w.]+/g, "-")}`;
  const place = madeOnce(name, (folder) => {
    give(folder);
    const data = join(folder, "data");
    const flags = ["-U", "clew", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--wal-segsize=1"];
    execFileSync(join(bin, "initdb"), ["-D", data, ...flags], { ...AS_OTHER, stdio: "ignore" });
    const addresses = ["127.0.0.1/32 scram-sha-256", "127.0.0.1/32 trust"];
    writeFileSync(
      join(data, "pg_hba.conf"),
      `host all guarded ${addresses[0]}\nhost all all ${addresses[1]}\n`,
    );
    const single = ["--single", "-D", data, "postgres"];
    const sql = "CREATE DATABASE clew TEMPLATE template0\nCREATE ROLE guarded LOGIN PASSWORD 'secret'\n";
    execFileSync(join(bin, "postgres"), single, {
      ...AS_OTHER,
      input: sql,
      stdio: ["pipe", "ignore", "ignore"],
    });
  });
  return join(place, "data");
}

function settingsOf({ durable = false, settings = {} }: PostgresOptions, port: number): string[] {
  const on = durable ? "on" : "off";
  const all = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "200",
    fsync: on,
    full_page_writes: on,
    max_wal_size: "512MB",
    // Its workers would hold the feed back for a moment, now and then.
    autovacuum: "off",
    ...settings,
  };
  return Object.entries(all).map(([name, value]) => `${name}=${value}`);
}

function ownFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, "clew-postgres-"));
  give(folder);
  return folder;
}

function give(folder: string): void {
  if ("uid" in AS_OTHER) chownSync(folder, NOBODY, NOBODY);
  chmodSync(folder, 0o755);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

const TABLES = `SELECT oid::regclass::text AS name FROM pg_class
  WHERE relnamespace = 'clew'::regnamespace AND relkind = 'r' AND relname <> 'migration'`;

async function send(url: string, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
