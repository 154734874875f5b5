export interface ConnectWay {
  readonly title: string;
  /** Where to put the command. */
  readonly how: string;
  readonly command: string;
}

/** Commands and settings that connect a client to the server at this address. */
export function connectWays(origin: string, needsToken: boolean): readonly ConnectWay[] {
  const url = `${origin}/mcp`;
  const bearer = "Authorization: Bearer YOUR_TOKEN";
  const header = needsToken ? ` \\\n  --header "${bearer}"` : "";
  const cursor = { url, ...(needsToken && { headers: { Authorization: "Bearer YOUR_TOKEN" } }) };
  const codex = needsToken ? '\nbearer_token_env_var = "CLEW_TOKEN"' : "";
  const thought = { name: "think", arguments: { thought: "What is known?" } };
  const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: thought });
  return [
    {
      title: "Claude Code",
      how: "Run this in a shell.",
      command: `claude mcp add --transport http clew ${url}${header}`,
    },
    {
      title: "Cursor",
      how: "Add this to ~/.cursor/mcp.json.",
      command: JSON.stringify({ mcpServers: { clew: cursor } }, undefined, 2),
    },
    {
      title: "Codex",
      how: "Add this to ~/.codex/config.toml.",
      command: `[mcp_servers.clew]\nurl = "${url}"${codex}`,
    },
    {
      title: "Plain HTTP",
      how: "Record one thought from a shell.",
      command: [
        `curl ${url}`,
        "-H 'Content-Type: application/json'",
        "-H 'Accept: application/json, text/event-stream'",
        ...(needsToken ? [`-H '${bearer}'`] : []),
        `-d '${call}'`,
      ].join(" \\\n  "),
    },
  ];
}
