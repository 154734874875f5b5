import { tmpdir } from "node:os";
import { type Connected, connectHttp, connectStdio, type Era } from "../../support/connect.ts";
import { startServe } from "../../support/serve.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** One transport in one era: a client that the tests of a file share, and a function to connect more. */
export interface TestClient extends Connected {
  readonly home: string;
  /** Another client of the same kind on the same ledger. */
  connect(): Promise<Connected>;
}

/** Opens a client on an empty ledger. */
export type OpenClient = () => Promise<TestClient>;

/** Temporary folders stand for projects. */
const PROJECTS = { CLEW_ROOTS: tmpdir() };

/** A process of `clew mcp` per client. */
export const openStdio =
  (era: Era): OpenClient =>
  () =>
    assemble((home) => () => connectStdio(era, { home, env: PROJECTS }));

/** One `clew serve` for all clients; these headers are sent with every request. */
export const openHttp =
  (era: Era, headers: Readonly<Record<string, string>> = {}): OpenClient =>
  () =>
    assemble(async (home, cleanup) => {
      const { url } = cleanup.use(await startServe({ home, env: PROJECTS }));
      return () => connectHttp(era, url, headers);
    });

type Prepare = (
  home: string,
  cleanup: AsyncDisposableStack,
) => Promise<TestClient["connect"]> | TestClient["connect"];

async function assemble(prepare: Prepare): Promise<TestClient> {
  const cleanup = new AsyncDisposableStack();
  const home = cleanup.use(temporaryFolder()).path;
  const connect = await prepare(home, cleanup);
  const { client, pid } = cleanup.use(await connect());
  return { client, pid, home, connect, [Symbol.asyncDispose]: () => cleanup.disposeAsync() };
}
