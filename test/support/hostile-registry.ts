import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";

/** One entry of a tar archive; a plain file by default. */
export interface TarEntry {
  readonly path: string;
  readonly text?: string | Buffer;
  readonly type?: keyof typeof TYPES;
  /** The target of a link. */
  readonly target?: string;
  readonly mode?: number;
}

/** A package that a registry serves: its manifest in the registry and the contents of its tarball. */
export interface ServedPackage {
  readonly name: string;
  readonly version?: string;
  readonly manifest?: object;
  /** Replaces members of `dist`. */
  readonly dist?: object;
  readonly tarball?: Buffer;
}

/** A registry on loopback with a test's answers. */
export interface HostileRegistry extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** The variables by which an installer connects to it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly requests: { readonly path: string; readonly authorization: string | undefined }[];
  /** Connections that are open. */
  connections(): Promise<number>;
}

type Answer = (path: string, response: ServerResponse, request: IncomingMessage) => void;

const TYPES = {
  file: "0",
  hardLink: "1",
  link: "2",
  device: "3",
  block: "4",
  folder: "5",
  fifo: "6",
} as const;
const BLOCK = 512;

/** Serves packages; `first` may answer a request itself, by ending or starting the response. */
export async function serveRegistry(
  packages: readonly ServedPackage[],
  first: Answer = () => {},
): Promise<HostileRegistry> {
  const requests: { path: string; authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    requests.push({ path, authorization: request.headers.authorization });
    first(path, response, request);
    if (response.headersSent || response.writableEnded || path.startsWith("/silent")) return;
    const found = packages.find(({ name }) => path === `/${name}` || path.startsWith(`/${name}/-/`));
    if (!found) return void response.writeHead(404).end();
    if (path.endsWith(".tgz")) return void response.end(found.tarball ?? tarballOf(found));
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(packument(found, url)));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  return {
    url,
    port,
    requests,
    env: { PATH: process.env.PATH, NPM_CONFIG_REGISTRY: url },
    connections: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/**
 * Sends whitespace until the other side disconnects, or far more than it should accept; returns how many megabytes were
 * read.
 */
export async function sendEndless(response: ServerResponse, megabytes: number): Promise<number> {
  let sent = 0;
  const blanks = function* () {
    for (const chunk = Buffer.alloc(1024 * 1024, " "); sent < megabytes; sent++) yield chunk;
  };
  response.writeHead(200, { "content-type": "application/json" });
  await pipeline(Readable.from(blanks()), response).catch(() => {});
  return sent;
}

/** A gzipped tarball with the package's manifest and these entries. */
export function tarballOf(
  { name, version = "1.0.0", manifest }: Pick<ServedPackage, "name" | "version" | "manifest">,
  entries: readonly TarEntry[] = [],
): Buffer {
  const own = { path: "package/package.json", text: JSON.stringify({ name, version, ...manifest }) };
  return gzipSync(Buffer.concat([...[own, ...entries].map(tarEntry), Buffer.alloc(2 * BLOCK)]), { level: 1 });
}

/** The checksum of a tarball as registries write it. */
function integrityOf(tarball: Buffer): string {
  return `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
}

/** An entry in the format of a tar archive; a path that is too long for its header precedes it, as in GNU tar. */
function tarEntry({ path, text = "", type = "file", target = "", mode = 0o755 }: TarEntry): Buffer {
  const content = Buffer.from(type === "file" ? text : "");
  const long = Buffer.byteLength(path) > 100;
  const name = long ? [header("././@LongLink", "L", path.length + 1), padded(Buffer.from(`${path}\0`))] : [];
  return Buffer.concat([
    ...name,
    header(path.slice(0, 100), TYPES[type], content.length, target, mode),
    padded(content),
  ]);
}

function header(path: string, type: string, size: number, target = "", mode = 0o755): Buffer {
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  const block = Buffer.alloc(BLOCK);
  block.write(path, 0, 100);
  block.write(octal(mode, 8) + octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(0, 12), 100);
  block.write(" ".repeat(8), 148);
  block.write(type, 156);
  block.write(target, 157, 100);
  block.write("ustar\x0000", 257);
  block.write(octal(1, 8) + octal(3, 8), 329);
  block.write(
    octal(
      block.reduce((sum, byte) => sum + byte, 0),
      7,
    ),
    148,
  );
  return block;
}

function padded(content: Buffer): Buffer {
  return Buffer.concat([content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]);
}

function packument(served: ServedPackage, url: string): object {
  const { name, version = "1.0.0", manifest, dist, tarball = tarballOf(served) } = served;
  const file = `${url}${name}/-/${name.split("/").at(-1)}-${version}.tgz`;
  return {
    name,
    "dist-tags": { latest: version },
    time: { [version]: "2020-01-01T00:00:00.000Z" },
    versions: {
      [version]: {
        name,
        version,
        ...manifest,
        dist: { tarball: file, integrity: integrityOf(tarball), ...dist },
      },
    },
  };
}
