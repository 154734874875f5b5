import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

const patienceMs = 10_000;

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** What lets `collectGarbage` reach a process; it changes nothing else. */
export function inspectable(port: number): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--inspect-port=127.0.0.1:${port}` };
}

/** Has a running Node process collect its garbage, through the inspector that SIGUSR1 opens in each. */
export async function collectGarbage(pid: number, port: number): Promise<void> {
  process.kill(pid, "SIGUSR1");
  const socket = new WebSocket(await inspectorAddress(port));
  const answered = new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () =>
      socket.send(JSON.stringify({ id: 1, method: "HeapProfiler.collectGarbage" })),
    );
    socket.addEventListener("message", () => resolve());
    socket.addEventListener("error", () => reject(new Error("the inspector does not answer")));
  });
  await answered;
  socket.close();
}

async function inspectorAddress(port: number): Promise<string> {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      const listed = await fetch(`http://127.0.0.1:${port}/json/list`);
      const [target] = (await listed.json()) as readonly { readonly webSocketDebuggerUrl: string }[];
      if (target) return target.webSocketDebuggerUrl;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await pause(50);
  }
}
