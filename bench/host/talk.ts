/** The tool of a conversation: none, one in this process, or one of an MCP server over stdio. */
export type ToolPlace = "none" | "own" | "server";

/** A conversation with the scripted model through one library; it keeps its own history. */
export interface Talk {
  /** Processes one message to its end; `onText` gets each piece of text. */
  say(text: string, onText: (piece: string) => void): Promise<void>;
  close(): Promise<void>;
}

/** How a contender starts a conversation with the model at an address. */
export type OpenTalk = (address: string, tool: ToolPlace) => Promise<Talk>;

/** What the conversations have in common. */
export const model = "claude-haiku-5-5";
export const system = "Use the tool as often as it takes.";
export const maxTokens = 4_096;

/** The tool, which does nothing, as the MCP server of floor 1 has it. */
export const tool = {
  name: "floor",
  description: "Record a thought.",
  schema: {
    type: "object",
    properties: { thought: { type: "string" } },
    required: ["thought"],
  },
  answer: "ok",
} as const;

/** The MCP server with the same tool. */
export const serverFile = new URL("../floors/stdio.js", import.meta.url).pathname;

/** The task for the scripted model, as the text of a message. */
export interface Order {
  /** This many tool calls, one after another. */
  readonly calls?: number;
  /** This many pieces of text, a hundred per packet. */
  readonly burst?: number;
  /** This many pieces of text, one per packet. */
  readonly packets?: number;
  /** This many pieces of text, two milliseconds apart. */
  readonly paced?: number;
  /** When those were sent. */
  readonly times?: true;
}
