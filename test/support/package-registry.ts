import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

/** A file of a package, by its path in the archive. */
export interface PackageEntry {
  readonly path: string;
  readonly text?: string;
  /** Makes it a symbolic link. */
  readonly link?: string;
}

/** The package.json of a package. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
}

/** A registry of packages on loopback. */
export interface PackageRegistry extends AsyncDisposable {
  readonly address: string;
}

/** Starts a registry that has one package with these files, and nothing else. */
export async function startRegistry(
  manifest: PackageManifest,
  entries: readonly PackageEntry[],
): Promise<PackageRegistry> {
  const { name, version } = manifest;
  const all = [{ path: "package/package.json", text: JSON.stringify(manifest) }, ...entries];
  const tarball = gzipSync(Buffer.concat([...all.map(tarEntry), Buffer.alloc(1024)]));
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  const server = createServer((request, response) => {
    if (request.url?.endsWith(".tgz")) return response.end(tarball);
    if (request.url !== `/${name}`) return response.writeHead(404).end();
    const dist = { tarball: `${address}${name}/-/${name}-${version}.tgz`, integrity };
    const versions = { [version]: { ...manifest, hasInstallScript: true, dist } };
    const time = { [version]: "2020-01-01T00:00:00.000Z" };
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify({ name, "dist-tags": { latest: version }, versions, time }));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    address,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A file or a link in the format of a tar archive. */
function tarEntry({ path, text = "", link }: PackageEntry): Buffer {
  const header = Buffer.alloc(512);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  const size = link === undefined ? Buffer.byteLength(text) : 0;
  header.write(path, 0);
  header.write(octal(0o755, 8), 100);
  header.write(octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(0, 12), 108);
  header.write(" ".repeat(8), 148);
  header.write(link === undefined ? "0" : "2", 156);
  header.write(link ?? "", 157);
  header.write("ustar\x0000", 257);
  header.write(
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    ),
    148,
  );
  const padding = (512 - (size % 512)) % 512;
  return Buffer.concat([header, Buffer.from(link === undefined ? text : ""), Buffer.alloc(padding)]);
}
