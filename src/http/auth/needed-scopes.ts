import type { Effect } from "../../mcp/define.ts";
import type { Scope } from "./scope.ts";

/** The facts about the server that decide which scopes a message needs. */
export interface Served {
  /** The effect of a tool; undefined for an unknown tool. */
  effectOf(tool: string): Effect | undefined;
  /** Whether queries are passed on to Prometheus, whose data is not limited to this server. */
  readonly hasPrometheus?: boolean;
}

/**
 * The scopes that a JSON-RPC message needs. Arguments are read more strictly here than in the tools: a call that is not
 * certainly harmless needs every scope that its tool can need.
 */
export function neededScopes(message: unknown, served: Served): readonly Scope[] {
  const { method, params } = fieldsOf(message);
  if (typeof method !== "string") return [];
  if (READING.includes(method)) return ["read"];
  return method === "tools/call" ? neededByCall(fieldsOf(params), served) : [];
}

/** Methods that read the ledger. The handshake and the lists of what the server offers need no scope. */
const READING: readonly string[] = [
  "resources/read",
  "resources/subscribe",
  "resources/unsubscribe",
  "subscriptions/listen",
  "completion/complete",
  "prompts/get",
];

const RUN: readonly Scope[] = ["write", "run"];
const WRITE: readonly Scope[] = ["write"];
const READ: readonly Scope[] = ["read"];

/** What each operation of `notebook` needs. */
const NOTEBOOK: Readonly<Record<string, readonly Scope[]>> = {
  list: READ,
  listcells: READ,
  getcell: READ,
  create: WRITE,
  load: WRITE,
  addcell: WRITE,
  updatecell: WRITE,
  removecell: WRITE,
  export: ["read", "write"],
  runcell: RUN,
  runall: RUN,
  runstale: RUN,
  interrupt: RUN,
  restart: RUN,
  installdeps: RUN,
};

/** What each operation of `thoughtbox_gateway` needs; that of `notebook` depends on the action. */
const GATEWAY: Readonly<Record<string, readonly Scope[]>> = {
  getstate: READ,
  listsessions: READ,
  listroots: READ,
  session: READ,
  mentalmodels: READ,
  startnew: WRITE,
  loadcontext: ["read", "write"],
  navigate: WRITE,
  bindroot: WRITE,
  cipher: WRITE,
  thought: WRITE,
};

/** Actions of the gateway's `session` that change nothing. */
const SESSION_READS: readonly string[] = ["list", "get", "export", "analyze", "search", "brief"];
const isReading = (word: string): boolean => SESSION_READS.includes(word) || word === "session";

/** Operations of `observability_gateway` that do not query Prometheus. */
const OBSERVING: readonly string[] = ["health", "sessions", "sessioninfo", "dashboardurl"];

type Arguments = Readonly<Record<string, unknown>>;

/** Tools whose scopes do not follow from their effect. */
const TOOLS: Readonly<Record<string, (input: Arguments, served: Served) => readonly Scope[]>> = {
  reasoning: () => ["write", "engine"],
  reasoning_linear: () => ["write", "engine"],
  "reasoning.linear": () => ["write", "engine"],
  export_reasoning_chain: () => ["read", "write"],
  thoughtbox: (input) => [...WRITE, ...forCritique(input)],
  notebook: (input) => byOperation(NOTEBOOK, wordsIn([input])),
  thoughtbox_gateway(input) {
    const words = wordsIn([input]);
    const inner = words.includes("notebook") ? byOperation(NOTEBOOK, wordsIn(innerArguments(input))) : [];
    const outer = words.filter((word) => word !== "notebook");
    const known = outer.length > 0 || inner.length === 0 ? byOperation(GATEWAY, outer) : [];
    const edits = words.includes("session") && !wordsIn(innerArguments(input)).every(isReading) ? WRITE : [];
    return [...new Set([...inner, ...known, ...edits, ...forCritique(input)])];
  },
  observability_gateway(input, { hasPrometheus = false }) {
    const words = wordsIn([input]);
    const isOwn = words.length > 0 && words.every((word) => OBSERVING.includes(word));
    return hasPrometheus && !isOwn ? ["read", "operator"] : READ;
  },
};

function neededByCall({ name, arguments: input }: Arguments, served: Served): readonly Scope[] {
  const effect = typeof name === "string" ? served.effectOf(name) : undefined;
  // An unknown tool could do anything.
  if (effect === undefined) return ["read", "write", "run", "engine"];
  const special = Object.hasOwn(TOOLS, String(name)) ? TOOLS[String(name)] : undefined;
  return special?.(fieldsOf(input), served) ?? (effect === "read" ? READ : WRITE);
}

/** The scopes of these operations; all scopes if one is unknown or there is none. */
function byOperation(
  table: Readonly<Record<string, readonly Scope[]>>,
  words: readonly string[],
): readonly Scope[] {
  const known = words.every((word) => Object.hasOwn(table, word));
  if (!known || words.length === 0) return ["read", "write", "run"];
  return [...new Set(words.flatMap((word) => table[word]!))];
}

/** Every word that a tool might read as its operation; `?` for a value that is not a string. */
function wordsIn(objects: readonly Arguments[]): readonly string[] {
  return objects
    .flatMap((object) => Object.entries(object))
    .filter(([key, value]) => value !== null && ["operation", "action"].includes(plain(key)))
    .map(([, value]) => (typeof value === "string" ? lettersOnly(value) : "?"));
}

/** The arguments of an operation within a call; tools also accept them as JSON in a string. */
function innerArguments(input: Arguments): readonly Arguments[] {
  return Object.entries(input)
    .filter(([key]) => ["args", "arguments", "params"].includes(plain(key)))
    .map(([, value]) => fieldsOf(typeof value === "string" ? parse(value) : value));
}

/** A critique needs a model. */
function forCritique(input: Arguments): readonly Scope[] {
  const fields = [input, ...innerArguments(input)].flatMap((object) => Object.entries(object));
  const asks = fields.some(([key, value]) => plain(key) === "critique" && !isNo(value));
  return asks ? ["engine"] : [];
}

const isNo = (value: unknown): boolean => value === null || value === false || value === "false";
const plain = (name: string): string => name.replace(/[_\-\s]/g, "").toLowerCase();
const lettersOnly = (name: string): string => name.replace(/[^\p{L}]/gu, "").toLowerCase();

function fieldsOf(value: unknown): Arguments {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Arguments) : {};
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
