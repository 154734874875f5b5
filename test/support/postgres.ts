import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { createOnce, npmPostgres } from "./postgres-binaries.ts";

/** Databases on a running PostgreSQL server. */
export interface PostgresDatabases {
  /** A database whose user needs no password. */
  readonly url: string;
  readonly port: number;
  /** The URL of a database on this server for a user whose password is `secret`. */
  guardedUrl(password: string): string;
  /** Creates a database, empty or as a copy of one that has no connections, and returns its URL. */
  newDatabase(template?: string): Promise<string>;
  /** Deletes all rows of a ledger that nobody has open and returns its URL: much faster than a new database. */
  emptied(url: string): Promise<string>;
  /** Drops the databases that were created through this object. */
  dropDatabases(): Promise<void>;
}

/** A PostgreSQL server that one test file or program starts and stops. */
export interface RunningPostgres extends PostgresDatabases, AsyncDisposable {
  /** Stops the server as a crash would: nothing more is written, and every connection breaks. */
  kill(): Promise<void>;
  /** Starts it again, on the same port and data. */
  start(): Promise<void>;
  /** Shuts it down cleanly and starts it again. */
  restart(): Promise<void>;
  /** Shuts it down cleanly and returns the folder of its files. */
  halt(): Promise<string>;
  /** Stops it and deletes its data. */
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** Acknowledged writes survive a power loss; slower. */
  readonly durable?: boolean;
  /** The folder of the PostgreSQL programs. Default: those installed by npm. */
  readonly bin?: string;
  /** The parent of the data folder. Default: the system's temporary folder. */
  readonly parent?: string;
  /** The files of a cluster to start from. Default: an empty cluster. */
  readonly from?: string;
  /** Server settings such as `{ autovacuum: "on" }`. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts a PostgreSQL server on a free loopback port. It stops when this process exits. */
export async function startPostgres(options: PostgresOptions = {}): Promise<RunningPostgres> {
  const bin = options.bin ?? npmPostgres();
  const folder = ownFolder(options.parent);
  const data = join(folder, "data");
  if (options.from !== undefined) execFileSync("cp", ["-R", options.from, data], { cwd: "/" });
  else execFileSync("cp", ["-R", template(bin), data], AS_OTHER);
  if (options.from !== undefined && "uid" in AS_OTHER)
    execFileSync("chown", ["-R", `${NOBODY}:${NOBODY}`, data], { cwd: "/" });
  const port = await freePort();
  const args = ["-D", data, ...settingsOf(options, port).flatMap((setting) => ["-c", setting])];
  let server: ChildProcess | undefined;

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!server || server.exitCode !== null) return;
    server.ref();
    const ended = once(server, "exit");
    server.stdin!.end(`${signal.slice(3)}\n`);
    await ended;
    server = undefined;
  }

  const running: RunningPostgres = {
    ...databasesOn(port),
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

/** The databases of the server that listens on a port. */
export function databasesOn(port: number): PostgresDatabases {
  const urlOf = (database: string) => `postgresql://clew@127.0.0.1:${port}/${database}`;
  const names: string[] = [];
  return {
    url: urlOf("clew"),
    port,
    guardedUrl: (password) => `postgresql://guarded:${password}@127.0.0.1:${port}/clew`,
    async newDatabase(template) {
      const name = `clew_${randomBytes(6).toString("hex")}`;
      names.push(name);
      const from = template === undefined ? "template0" : new URL(template).pathname.slice(1);
      await send(urlOf("postgres"), `CREATE DATABASE ${name} TEMPLATE ${from}`);
      return urlOf(name);
    },
    async emptied(url) {
      const tables = await send(url, TABLES);
      await send(url, tables.map(({ name }) => `DELETE FROM ${name}`).join(";"));
      return url;
    },
    async dropDatabases() {
      for (const name of names.splice(0))
        await send(urlOf("postgres"), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** PostgreSQL refuses to run as root, so for root it runs as `nobody`. */
const NOBODY = 65534;
const AS_OTHER = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY, cwd: "/" } : { cwd: "/" };

/**
 * Reads the signal to send to the server from stdin. When stdin closes because the starting process is gone, it stops the
 * server and deletes its data.
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
  let log = "";
  await new Promise<void>((resolve, reject) => {
    keeper.once("error", reject);
    keeper.once("exit", () => reject(new Error(`PostgreSQL did not start: ${log}`)));
    keeper.stderr!.on("data", (chunk) => {
      // Clients that try to connect during recovery fill the log; only its end matters.
      log = (log + chunk).slice(-20_000);
      if (/ready to accept (read-only )?connections/.test(log)) resolve();
      // The shell outlives a server that could not start.
      if (log.includes("database system is shut down") || log.includes("could not create"))
        keeper.stdin!.end("QUIT\n");
    });
  });
  keeper.unref();
  (keeper.stderr as Socket).unref();
  (keeper.stdin as Socket).unref();
  return keeper;
}

/** A fresh cluster, created by initdb once per version. */
function template(bin: string): string {
  const version = execFileSync(join(bin, "postgres"), ["--version"], { ...AS_OTHER, encoding: "utf8" });
  const name = `template-${version.trim().replace(/[^\w.]+/g, "-")}`;
  const path = createOnce(name, (folder) => {
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
  return join(path, "data");
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
    // Its transactions would delay the feed now and then.
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
