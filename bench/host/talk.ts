/** Which tool a conversation has: none, one of this process, or one of an MCP server over stdio. */
export type ToolPlace = "none" | "own" | "server";

/** A conversation with the scripted model through one library; it keeps its own history. */
export interface Talk {
  /** Works on one message to its end; `onText` gets each piece of text. */
  say(text: string, onText: (piece: string) => void): Promise<void>;
  close(): Promise<void>;
}

/** How a contender begins a conversation with the model at an address. */
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

/** The MCP server that has the same tool. */
export const serverFile = new URL("../floors/stdio.js", import.meta.url).pathname;

/** What the scripted model is asked for, as the text of a message. */
export interface Order {
  /** So many tool calls, one after the other. */
  readonly calls?: number;
  /** So many pieces of text, a hundred in a packet. */
  readonly burst?: number;
  /** So many pieces of text, each a packet of its own. */
  readonly packets?: number;
  /** So many pieces of text, two milliseconds apart. */
  readonly paced?: number;
  /** When those were sent. */
  readonly times?: true;
}
