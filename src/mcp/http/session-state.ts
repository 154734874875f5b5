import type {
  InitializeRequestParams,
  JSONRPCMessage,
  JSONRPCRequest,
  RequestId,
} from "@modelcontextprotocol/server";
import type { OpenedSession, Peers, SessionFacts, SessionNote } from "../../store/peers.ts";
import type { PeerMessages } from "./peer-messages.ts";

/** The state of a session that outlives a request, kept the same on every server. */
export interface HttpSessionState {
  /** Sees a request before it is handled. */
  onRequest(request: JSONRPCRequest): void;
  /** Sees an answer before it is sent, and shares what it changed. */
  onAnswer(message: JSONRPCMessage): Promise<void>;
  /** Applies what the client changed on other servers. */
  catchUp(facts: SessionFacts): Promise<void>;
  readonly subscriptions: ReadonlySet<string>;
}

export interface SessionStateParts {
  readonly sessionId: () => string;
  readonly opened: Omit<OpenedSession, "hello">;
  readonly peers: Peers;
  readonly peerMessages: PeerMessages;
  /** Sends messages to the server here as if the client had; resolves when they are answered. */
  readonly repeat: (messages: readonly JSONRPCMessage[]) => Promise<void>;
}

/** The id prefix of repeated requests: the other servers already know what these change. */
const REPEATED = "clew/repeated/";
/** Of longer capabilities only the names are kept. */
const MAX_CAPABILITY_CHARACTERS = 16_000;
const REPEAT_BATCH = 50;

/** Tracks the handshake, the subscriptions and the logging level of a session. */
export function trackSessionState(parts: SessionStateParts): HttpSessionState {
  const { sessionId, opened, peers, peerMessages, repeat } = parts;
  const pending = new Map<RequestId, SessionNote | { kind: "opened"; hello: InitializeRequestParams }>();
  const subscriptions = new Set<string>();
  let level: string | undefined;
  /** The version of the shared state that has been applied here. */
  let seen = -1;
  /** The newest version written by this server; applying older state would undo it. */
  let own = -1;
  let repeated = 0;
  let catching: Promise<void> = Promise.resolve();

  function apply(note: SessionNote): void {
    if (note.kind === "subscribed") subscriptions.add(note.uri);
    else if (note.kind === "unsubscribed") subscriptions.delete(note.uri);
    else if (note.kind === "level") level = note.level;
  }

  async function share(note: SessionNote): Promise<void> {
    const noted = await peers.note(sessionId(), note);
    if (!noted) return;
    own = Math.max(own, noted.version);
    if (noted.version === seen + 1) seen = noted.version;
    const { listener } = noted;
    // The server that the client listens to must know before the client gets its answer, or a change could be missed.
    if (note.kind !== "level" && listener !== undefined && listener !== peers.self)
      await peerMessages.ask(listener, sessionId(), { kind: "changed" });
  }

  function request(method: string, params: Readonly<Record<string, unknown>>): JSONRPCMessage {
    repeated += 1;
    return { jsonrpc: "2.0", id: `${REPEATED}${repeated}`, method, params };
  }

  async function applyFacts(facts: SessionFacts): Promise<void> {
    if (facts.version <= seen || facts.version < own) return;
    const known = new Set(facts.subscriptions);
    const messages = [
      ...[...subscriptions]
        .filter((uri) => !known.has(uri))
        .map((uri) => request("resources/unsubscribe", { uri })),
      ...facts.subscriptions
        .filter((uri) => !subscriptions.has(uri))
        .map((uri) => request("resources/subscribe", { uri })),
      ...(facts.level !== level ? [request("logging/setLevel", { level: facts.level })] : []),
    ];
    for (let start = 0; start < messages.length; start += REPEAT_BATCH)
      await repeat(messages.slice(start, start + REPEAT_BATCH));
    seen = Math.max(seen, facts.version);
  }

  return {
    subscriptions,
    onRequest({ id, method, params }) {
      const uri = String(params?.uri);
      if (method === "resources/subscribe") pending.set(id, { kind: "subscribed", uri });
      else if (method === "resources/unsubscribe") pending.set(id, { kind: "unsubscribed", uri });
      else if (method === "logging/setLevel")
        pending.set(id, { kind: "level", level: String(params?.level) });
      else if (method === "initialize")
        pending.set(id, { kind: "opened", hello: params as unknown as InitializeRequestParams });
    },
    async onAnswer(message) {
      if ("method" in message) return;
      const note = pending.get(message.id!);
      if (!note) return;
      pending.delete(message.id!);
      if (!("result" in message)) return;
      const isRepeated = String(message.id).startsWith(REPEATED);
      if (note.kind !== "opened") {
        if (!isRepeated) await share(note);
        apply(note);
      } else if (!isRepeated) {
        const { protocolVersion } = message.result as { protocolVersion: string };
        await peers.remember(sessionId(), { ...opened, hello: { ...bounded(note.hello), protocolVersion } });
        seen = 0;
      }
    },
    catchUp(facts) {
      catching = catching.catch(() => {}).then(() => applyFacts(facts));
      return catching;
    },
  };
}

/** Limits the size of a client's description of itself, which is read with every request. */
function bounded({
  clientInfo,
  capabilities,
  protocolVersion,
}: InitializeRequestParams): InitializeRequestParams {
  const { roots, sampling, elicitation } = capabilities;
  const isShort = JSON.stringify(capabilities).length <= MAX_CAPABILITY_CHARACTERS;
  return {
    protocolVersion,
    clientInfo: { name: clientInfo.name.slice(0, 200), version: clientInfo.version.slice(0, 200) },
    capabilities: isShort
      ? capabilities
      : { roots: roots && {}, sampling: sampling && {}, elicitation: elicitation && {} },
  };
}

/** The handshake of a session, to be repeated on another server. */
export function repeatedHandshake(hello: OpenedSession["hello"]): readonly JSONRPCMessage[] {
  return [
    { jsonrpc: "2.0", id: `${REPEATED}0`, method: "initialize", params: { ...hello } },
    { jsonrpc: "2.0", method: "notifications/initialized" },
  ];
}
