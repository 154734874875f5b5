/** The context that the host sends to a view. */
export interface HostContext {
  readonly theme?: string;
  readonly styles?: { readonly variables?: Readonly<Record<string, unknown>> };
}

/** The result of a tool call, as far as this view reads it. */
export interface ToolResult {
  readonly structuredContent?: unknown;
  readonly content?: unknown;
  readonly isError?: boolean;
}

/** The view's handlers of messages from the host. */
export interface HostEvents {
  onContext(context: HostContext): void;
  onResult(result: ToolResult): void;
  onCancelled(): void;
  onTeardown(): void;
}

const PROTOCOL = "2026-01-26";
/** A host that does not answer must not leave the view waiting. */
const ANSWER_MS = 30_000;

type Message = Readonly<Record<string, unknown>>;

/** The host of an MCP App: JSON-RPC over messages between windows. */
export class Host {
  readonly #pending = new Map<number, { resolve(result: Message): void; reject(error: Error): void }>();
  readonly #events: HostEvents;
  #nextId = 1;

  constructor(events: HostEvents) {
    this.#events = events;
    addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
      if (source === parent && isRecord(data) && data.jsonrpc === "2.0") this.#receive(data);
    });
  }

  /** Introduces the view to the host. */
  async connect(): Promise<void> {
    const { hostContext } = await this.#request("ui/initialize", {
      appInfo: { name: "clew-session", version: "1" },
      appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
      protocolVersion: PROTOCOL,
    });
    if (isRecord(hostContext)) this.#events.onContext(hostContext);
    this.#notify("ui/notifications/initialized", {});
  }

  /** Calls a tool of the view's own server. */
  callTool(name: string, args: Message): Promise<ToolResult> {
    return this.#request("tools/call", { name, arguments: args });
  }

  /** Tells the host the size of the view. */
  resize(width: number, height: number): void {
    this.#notify("ui/notifications/size-changed", { width, height });
  }

  #receive({ id, method, params, result, error }: Message): void {
    if (typeof method !== "string") {
      const asked = this.#pending.get(Number(id));
      this.#pending.delete(Number(id));
      if (isRecord(result)) asked?.resolve(result);
      else asked?.reject(new Error(isRecord(error) ? String(error.message) : "The host sent no result."));
      return;
    }
    const given = isRecord(params) ? params : {};
    if (id !== undefined) this.#answer(id, method);
    else if (method === "ui/notifications/tool-result") this.#events.onResult(given);
    else if (method === "ui/notifications/tool-cancelled") this.#events.onCancelled();
    else if (method === "ui/notifications/host-context-changed") this.#events.onContext(given);
  }

  #answer(id: unknown, method: string): void {
    const isKnown = method === "ui/resource-teardown" || method === "ping";
    if (method === "ui/resource-teardown") this.#events.onTeardown();
    this.#post(
      isKnown
        ? { id, result: {} }
        : { id, error: { code: -32601, message: `There is no method ${method}.` } },
    );
  }

  #request(method: string, params: Message): Promise<Message> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      setTimeout(() => {
        if (this.#pending.delete(id)) reject(new Error("The host did not answer."));
      }, ANSWER_MS);
      this.#post({ id, method, params });
    });
  }

  #notify(method: string, params: Message): void {
    this.#post({ method, params });
  }

  // The view does not know the host's origin, so any origin is allowed; the host has all the data already.
  #post(message: Message): void {
    parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
  }
}

export function isRecord(value: unknown): value is Message {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
