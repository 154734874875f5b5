import type { ChildProcess } from "node:child_process";
import type { Workspace } from "./workspace.ts";

/** A tool's answer, with the fields that benchmarks read. */
export interface ToolAnswer {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: { readonly sessionId?: string; readonly thoughtHistoryLength?: number };
  readonly isError?: boolean;
}

/** A minimal JSON-RPC client over a child's stdin and stdout, the same for every server. */
export interface StdioClient {
  readonly pid: number;
  request<Result>(method: string, params: object): Promise<Result>;
  /** Calls a tool; throws if the answer is an error. */
  call(name: string, args: object): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/** The handshake of a revision that every measured server supports. */
export const initializeParams = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "clew-bench", version: "1.0.0" },
} as const;

/** Starts a stdio server and performs the handshake. */
export async function connect(
  workspace: Workspace,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<StdioClient> {
  const child = workspace.start(args, env);
  const wire = openWire(child);
  await wire.request("initialize", initializeParams);
  wire.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  return {
    pid: child.pid ?? 0,
    request: <Result>(method: string, params: object) => wire.request(method, params) as Promise<Result>,
    async call(name, args) {
      const answer = (await wire.request("tools/call", { name, arguments: args })) as ToolAnswer;
      return refuseErrors(answer);
    },
    close: () => workspace.end(child),
  };
}

/** Throws a tool's error answer, and returns any other. */
export function refuseErrors(answer: ToolAnswer): ToolAnswer {
  if (answer.isError) throw new Error(answer.content[0]?.text ?? "the tool answered an error without a text");
  return answer;
}

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

function openWire(child: ChildProcess) {
  const pending = new Map<number, Pending>();
  let lastId = 0;
  let rest = "";
  let ended: Error | undefined;
  child.stdin?.on("error", () => {});
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line !== "") settle(JSON.parse(line) as Message);
  });
  child.once("exit", (code, signal) => {
    ended = new Error(`the server ended early (${signal ?? code}): ${child.spawnargs.join(" ")}`);
    for (const { reject } of pending.values()) reject(ended);
  });

  function settle(message: Message): void {
    const waiting = pending.get(message.id ?? -1);
    if (waiting === undefined) return;
    pending.delete(message.id ?? -1);
    if (message.error) waiting.reject(new Error(message.error.message));
    else waiting.resolve(message.result);
  }

  function send(message: object): void {
    child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  return {
    send,
    request(method: string, params: object): Promise<unknown> {
      lastId += 1;
      const id = lastId;
      if (ended) return Promise.reject(ended);
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject });
        send({ jsonrpc: "2.0", id, method, params });
      });
    },
  };
}
