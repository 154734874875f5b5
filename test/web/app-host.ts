import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

type CallToolResult = Parameters<AppBridge["sendToolResult"]>[0];
type HostContext = NonNullable<NonNullable<ConstructorParameters<typeof AppBridge>[3]>["hostContext"]>;

declare global {
  interface Window {
    /** Calls a tool of the server; the test provides it. */
    callTool(params: unknown): Promise<CallToolResult>;
    /** Shows a view for a tool call. */
    openView(
      html: string,
      input: Record<string, unknown>,
      result: CallToolResult,
      context: HostContext,
    ): void;
    bridge: AppBridge;
    sizes: { readonly width?: number | undefined; readonly height?: number | undefined }[];
  }
}

// A host as the official package makes it, with the frame that its specification asks for.
window.sizes = [];
window.openView = (html, input, result, hostContext) => {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.style.cssText = "width: 700px; height: 900px";
  document.body.replaceChildren(frame);
  const bridge = new AppBridge(null, { name: "host", version: "1" }, { serverTools: {} }, { hostContext });
  bridge.oncalltool = (params) => window.callTool(params);
  bridge.onsizechange = (size) => void window.sizes.push(size);
  bridge.oninitialized = () => {
    void bridge.sendToolInput({ arguments: input });
    void bridge.sendToolResult(result);
  };
  window.bridge = bridge;
  const inner = frame.contentWindow!;
  void bridge.connect(new PostMessageTransport(inner, inner)).then(() => {
    frame.srcdoc = html;
  });
};
