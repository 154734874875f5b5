import type {
  InitializeRequestParams,
  JSONRPCMessage,
  JSONRPCRequest,
  RequestId,
} from "@modelcontextprotocol/server";
import type { OpenedSession, Peers, SessionFacts, SessionNote } from "../store/peers.ts";
import type { PeerMessages } from "./peer-messages.ts";

/** What the server of a session has been told that outlives a request, kept the same on every server. */
export interface HttpSessionState {
  /** Sees a request before it is handled. */
  asked(request: JSONRPCRequest): void;
  /** Sees the answer before it is sent, and lets the others know of what it changed. */
  answered(message: JSONRPCMessage): Promise<void>;
  /** Tells the server here what the client has said elsewhere. */
  catchUp(facts: SessionFacts): Promise<void>;
  readonly subscriptions: ReadonlySet<string>;
}

/** What the state of a session is made from. */
export interface StateParts {
  readonly sessionId: () => string;
  readonly opened: Omit<OpenedSession, "hello">;
  readonly peers: Peers;
  readonly peerMessages: PeerMessages;
  /** Says to the server what the client has said, and resolves when it is answered. */
  readonly repeat: (messages: readonly JSONRPCMessage[]) => Promise<void>;
}

/** Requests with ids like this are ours: the others know already. */
const REPEATED = "clew/repeated/";
/** Capabilities that are longer are kept by their names only. */
const MOST_LETTERS = 16_000;
/** So many messages are repeated at once. */
const BATCH = 50;

/** Follows what a client says that outlives a request: its handshake, subscriptions and logging level. */
export function trackSessionState({
  sessionId,
  opened,
  peers,
  peerMessages,
  repeat,
}: StateParts): HttpSessionState {
  const pending = new Map<RequestId, SessionNote | { kind: "opened"; hello: InitializeRequestParams }>();
  const subscriptions = new Set<string>();
  let level: string | undefined;
  /** All notes up to this one are in what is above. */
  let seen = -1;
  /** The newest note of our own: facts that are older would undo it. */
  let own = -1;
  let repeated = 0;
  let catching: Promise<void> = Promise.resolve();

  function take(note: SessionNote): void {
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
    // What changes once the client has its answer must reach it: the server where it listens has to know first.
    if (note.kind !== "level" && listener !== undefined && listener !== peers.self)
      await peerMessages.ask(listener, sessionId(), { kind: "changed" });
  }

  function request(method: string, params: Readonly<Record<string, unknown>>): JSONRPCMessage {
    repeated += 1;
    return { jsonrpc: "2.0", id: `${REPEATED}${repeated}`, method, params };
  }

  async function apply(facts: SessionFacts): Promise<void> {
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
    for (let at = 0; at < messages.length; at += BATCH) await repeat(messages.slice(at, at + BATCH));
    seen = Math.max(seen, facts.version);
  }

  return {
    subscriptions,
    asked({ id, method, params }) {
      const uri = String(params?.uri);
      if (method === "resources/subscribe") pending.set(id, { kind: "subscribed", uri });
      else if (method === "resources/unsubscribe") pending.set(id, { kind: "unsubscribed", uri });
      else if (method === "logging/setLevel")
        pending.set(id, { kind: "level", level: String(params?.level) });
      else if (method === "initialize")
        pending.set(id, { kind: "opened", hello: params as unknown as InitializeRequestParams });
    },
    async answered(message) {
      if ("method" in message) return;
      const note = pending.get(message.id!);
      if (!note) return;
      pending.delete(message.id!);
      if (!("result" in message)) return;
      const isRepeated = String(message.id).startsWith(REPEATED);
      if (note.kind !== "opened") {
        if (!isRepeated) await share(note);
        take(note);
      } else if (!isRepeated) {
        const { protocolVersion } = message.result as { protocolVersion: string };
        await peers.remember(sessionId(), { ...opened, hello: { ...bounded(note.hello), protocolVersion } });
        seen = 0;
      }
    },
    catchUp(facts) {
      catching = catching.catch(() => {}).then(() => apply(facts));
      return catching;
    },
  };
}

/** What is worth keeping of what a client says of itself: it is read with every request. */
function bounded({
  clientInfo,
  capabilities,
  protocolVersion,
}: InitializeRequestParams): InitializeRequestParams {
  const { roots, sampling, elicitation } = capabilities;
  const isShort = JSON.stringify(capabilities).length <= MOST_LETTERS;
  return {
    protocolVersion,
    clientInfo: { name: clientInfo.name.slice(0, 200), version: clientInfo.version.slice(0, 200) },
    capabilities: isShort
      ? capabilities
      : {
          ...(roots && { roots: {} }),
          ...(sampling && { sampling: {} }),
          ...(elicitation && { elicitation: {} }),
        },
  };
}

/** The handshake of a session, to be said again on another server. */
export function repeatedHandshake(hello: OpenedSession["hello"]): readonly JSONRPCMessage[] {
  return [
    { jsonrpc: "2.0", id: `${REPEATED}0`, method: "initialize", params: { ...hello } },
    { jsonrpc: "2.0", method: "notifications/initialized" },
  ];
}
