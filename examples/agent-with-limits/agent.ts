#!/usr/bin/env node
import { fileURLToPath } from "node:url";
import { SessionManager } from "clew/host";

// Clew's own MCP server, as it was installed
const clew = fileURLToPath(new URL("bin/clew.js", import.meta.resolve("clew/package.json")));

// Example host configuration
const config = {
  type: "claude",
  api_key: process.env.ANTHROPIC_API_KEY,
  model: "claude-3-7-sonnet-20250219",
  system_prompt: "You are a helpful assistant with access to tools.",

  // Tool call limits
  max_tool_calls: {
    per_message: 3, // Max 3 tool calls per message
    per_session: 20, // Max 20 tool calls for entire session
  },

  // Thinking configuration
  thinking: {
    enabled: true,
    budget_tokens: 8000, // Optional: override default budget
  },

  // Server configurations
  servers: {
    clew: { command: process.execPath, args: [clew, "mcp"] },
  },
};

// Using new features in the host application
const sessionManager = new SessionManager();
const session = await sessionManager.initializeSession(config);

// Streaming with thinking support
const stream = sessionManager.sendMessageStream(
  session.id,
  "Analyze this complex data and tell me what actions to take",
);

for await (const chunk of stream) {
  switch (chunk.type) {
    case "thinking":
      console.log("Assistant is thinking:", chunk.content);
      break;
    case "tool_start":
      console.log("Tool called:", chunk.content, JSON.stringify(chunk.input));
      break;
    case "tool_result":
      console.log(chunk.is_error ? "Tool failed:" : "Tool answered:", chunk.content.slice(0, 200));
      break;
    case "content":
      process.stdout.write(chunk.content);
      break;
    case "warning":
      console.error("Warning:", chunk.content);
      break;
    case "error":
      console.error("Error:", chunk.error);
      if (chunk.fatal) process.exitCode = 1;
      break;
    case "done":
      console.log(
        `\nDone (${chunk.stop}) after ${session.toolCallCount} tool calls for $${session.cost.toFixed(4)}.`,
      );
      break;
  }
}

await sessionManager.close();
