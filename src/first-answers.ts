import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Kernels } from "./notebook/kernel/kernels.ts";
import type { Continuation } from "./runtime/serve-stdio.ts";

/** Answers of `clew mcp` with default settings, recorded when it was built. The values are JSON. */
export interface FirstAnswers {
  /** The result of `initialize`, by protocol version. */
  readonly initialize: Readonly<Record<string, string>>;
  /** The results of the lists, by method. */
  readonly lists: Readonly<Record<string, string>>;
  /** The environment variables of all settings. */
  readonly variables: readonly string[];
}

/** Variables that have no effect on the first answers and no invalid values. */
const HARMLESS = new Set(["CLEW_HOME", "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "LANGBASE_API_KEY"]);
const MAX_LINE_BYTES = 65_536;
/** Loading the server delays further answers, so it waits for a pause between requests. */
const PAUSE_MS = { afterInitialize: 1_000, afterList: 50 };

/**
 * Runs `clew mcp`. A client asks for the same lists at every start, so with default settings they are answered from a
 * file, before any other module is loaded. At the first pause, or at the first other message, the server is loaded and
 * reads the messages from the start.
 */
export async function run(argv: readonly string[]): Promise<void> {
  const answers = applicable(argv);
  const waiting = answers && (await answerFirst(answers));
  if (waiting === "ended") return;
  const kernels = waiting?.firstTool === "notebook" ? await startKernels() : undefined;
  const { run: runAll } = await import("./main.ts");
  await runAll(argv, waiting && { ...waiting, kernels });
}

/** Kernels with default settings, whose first process is set up while the server is loaded. */
async function startKernels(): Promise<Kernels> {
  const { createKernels } = await import("./notebook/kernel/kernels.ts");
  const kernels = createKernels({ folder: join(dataHome(), "notebooks") });
  await kernels.fill();
  return kernels;
}

function dataHome(): string {
  return process.env.CLEW_HOME || join(homedir(), ".thoughtbox");
}

/** What the server continues with, and the tool that the client has called. */
interface Waiting extends Continuation {
  readonly firstTool: string | undefined;
}

/** The recorded answers, if no setting can make them wrong. */
function applicable(argv: readonly string[]): FirstAnswers | undefined {
  if (argv.length !== 1) return undefined;
  const env = process.env;
  try {
    const file = new URL("./first-answers.json", import.meta.url);
    const answers: FirstAnswers = JSON.parse(readFileSync(file, "utf8"));
    const isSet = (name: string) =>
      env[name] && !HARMLESS.has(name) && (name.startsWith("CLEW_") || answers.variables.includes(name));
    const config = join(dataHome(), "config.json");
    return Object.keys(env).some(isSet) || statSync(config, { throwIfNoEntry: false }) ? undefined : answers;
  } catch {
    // Nothing was recorded, or the data home cannot be read: the server reports the problem.
    return undefined;
  }
}

/** Answers requests until one needs the server. Returns what the server must read, or "ended" if the client has left. */
function answerFirst(answers: FirstAnswers): Promise<Waiting | "ended"> {
  return new Promise((resolve) => {
    const { stdin, stdout } = process;
    const seen: string[] = [];
    let answered: string | number | undefined;
    let rest: Buffer = Buffer.alloc(0);
    let timer: NodeJS.Timeout | undefined;

    const stop = () => process.exit(0);
    const leave = () => {
      clearTimeout(timer);
      for (const event of ["data", "end", "error"]) stdin.removeAllListeners(event);
      for (const signal of ["SIGTERM", "SIGINT"]) process.removeListener(signal, stop);
    };
    const handOver = () => {
      leave();
      stdin.pause();
      const before = Buffer.concat([...seen.map((line) => Buffer.from(line)), rest]);
      if (!stdin.readableEnded) stdin.unshift(before);
      resolve({
        input: stdin.readableEnded ? Readable.from([before]) : stdin,
        answered,
        firstTool: toolOf(rest),
      });
    };
    const onData = (chunk: Buffer) => {
      clearTimeout(timer);
      let pause = PAUSE_MS.afterInitialize;
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        const line = rest.subarray(0, end + 1).toString("utf8");
        const message = readMessage(line);
        const result = message && resultOf(message, answers, answered !== undefined);
        if (result === undefined) return handOver();
        if (message!.method === "initialize") answered = message!.id;
        if (message!.method === "initialize" || message!.id === undefined) seen.push(line);
        else pause = PAUSE_MS.afterList;
        if (message!.id !== undefined)
          stdout.write(`{"jsonrpc":"2.0","id":${JSON.stringify(message!.id)},"result":${result}}\n`);
        rest = rest.subarray(end + 1);
      }
      if (rest.length > MAX_LINE_BYTES) return handOver();
      timer = setTimeout(handOver, pause);
    };
    const onEnd = () => {
      if (rest.length > 0) return handOver();
      leave();
      resolve("ended");
    };

    stdout.on("error", stop);
    for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, stop);
    stdin.on("data", onData);
    stdin.once("end", onEnd);
    stdin.once("error", onEnd);
  });
}

/** The tool that the first waiting message calls. */
function toolOf(waiting: Buffer): string | undefined {
  const end = waiting.indexOf(10);
  const message = end < 0 ? undefined : readMessage(waiting.toString("utf8", 0, end));
  const name = message?.method === "tools/call" ? message.params?.name : undefined;
  return typeof name === "string" ? name : undefined;
}

interface Message {
  readonly method: string;
  readonly id?: string | number;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** A plain request or notification; undefined for everything that the server must look at. */
function readMessage(line: string): Message | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  const { jsonrpc, id, method, params = {}, ...others } = value;
  const isPlain =
    jsonrpc === "2.0" &&
    typeof method === "string" &&
    (id === undefined || typeof id === "string" || Number.isSafeInteger(id)) &&
    isRecord(params) &&
    Object.keys(others).length === 0;
  return isPlain ? { method, id: id as string | undefined, params } : undefined;
}

/** The recorded result of a message, empty for a notification; undefined if the server must answer. */
function resultOf({ method, id, params = {} }: Message, answers: FirstAnswers, isOpen: boolean) {
  if (!isOpen) {
    const { protocolVersion, capabilities, clientInfo } = params;
    const isValid =
      method === "initialize" &&
      id !== undefined &&
      isRecord(capabilities) &&
      isRecord(clientInfo) &&
      typeof clientInfo.name === "string" &&
      typeof clientInfo.version === "string" &&
      Object.keys(params).length === 3;
    return isValid && Object.hasOwn(answers.initialize, String(protocolVersion))
      ? answers.initialize[String(protocolVersion)]
      : undefined;
  }
  if (id === undefined) return method === "notifications/initialized" ? "" : undefined;
  return Object.keys(params).length === 0 && Object.hasOwn(answers.lists, method)
    ? answers.lists[method]
    : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
