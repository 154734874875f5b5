/** A `~/.claude.json` of Claude Code: state, projects with their own servers, servers for the user. */
export const claudeCodeFile = `{
  "numStartups": 214,
  "installMethod": "native",
  "autoUpdates": false,
  "tipsHistory": {
    "new-user-warmup": 1,
    "shift-enter": 27
  },
  "userID": "5f1c9a0d7e",
  "projects": {
    "/home/ada/work/engine": {
      "allowedTools": [],
      "history": [{ "display": "why is \\"mcpServers\\": {} empty?", "pastedContents": {} }],
      "mcpServers": {},
      "enabledMcpjsonServers": ["clew"],
      "hasTrustDialogAccepted": true
    }
  },
  "oauthAccount": {
    "accountUuid": "0b0e",
    "emailAddress": "ada@example.org"
  },
  "mcpServers": {
    "github": {
      "type": "http",
      "url": "https://api.githubcopilot.com/mcp/",
      "headers": {
        "Authorization": "Bearer ghp_A1b2C3d4"
      }
    },
    "postgres": {
      "type": "stdio",
      "command": "npx",
      "args": [
        "-y",
        "@modelcontextprotocol/server-postgres",
        "postgresql://ada:lovelace@localhost/engine"
      ],
      "env": {}
    }
  },
  "hasCompletedOnboarding": true
}
`;

/** A Claude Desktop file from Windows: CRLF, tabs, settings beside the servers, no line break at the end. */
export const claudeDesktopFile = [
  "{",
  '\t"globalShortcut": "Ctrl+Space",',
  '\t"mcpServers": {',
  '\t\t"filesystem": {',
  '\t\t\t"command": "C:\\\\Program Files\\\\nodejs\\\\npx.cmd",',
  '\t\t\t"args": ["-y", "@modelcontextprotocol/server-filesystem", "C:\\\\Users\\\\Ada\\\\Übung"]',
  "\t\t}",
  "\t},",
  '\t"preferences": { "menuBarEnabled": true, "legacyQuickEntryEnabled": false }',
  "}",
].join("\r\n");

/** A handwritten Cursor file: four spaces, one server on one line, a commented-out one at the end. */
export const cursorFile = `{
    "mcpServers": {
        "figma": { "url": "http://127.0.0.1:3845/mcp" },
        "linear": {
            "command": "npx",
            "args": ["-y", "mcp-remote", "https://mcp.linear.app/sse", "--header", "Authorization: Bearer lin_9"]
        } // the team's board
        // "sentry": { "url": "https://mcp.sentry.dev/mcp" }
    }
}
`;

/** A VS Code file: comments, inputs for secrets, trailing commas. */
export const vscodeFile = `// MCP servers of this profile
{
	/* asked for once, kept by the editor */
	"inputs": [
		{ "type": "promptString", "id": "perplexity-key", "description": "API key", "password": true },
	],
	"servers": {
		// https://github.com/microsoft/playwright-mcp
		"playwright": {
			"type": "stdio",
			"command": "npx",
			"args": ["-y", "@playwright/mcp@latest"],
		},
		"perplexity": {
			"type": "stdio",
			"command": "npx",
			"args": ["-y", "server-perplexity-ask"],
			"env": { "PERPLEXITY_API_KEY": "\${input:perplexity-key}" },
		},
	},
}
`;

/** A Codex file: tables, sub-tables, quoted keys, dates, multi-line strings that look like tables. */
export const codexFile = `# Codex settings
model = "gpt-5.4-codex"
model_reasoning_effort = "high"
notify = [
  "notify-send", # desktop
  "Codex",
]
developer_instructions = """
Write short commits.
[mcp_servers.clew]
command = "not a table, only text"
"""

[projects."/home/ada/work/engine"]
trust_level = "trusted"

[mcp_servers.context7]
command = "npx"
args = ["-y", "@upstash/context7-mcp"]

  [mcp_servers.context7.env]
  CONTEXT7_API_KEY = "ctx7sk-12345"

[mcp_servers."odd name"]
url = "https://example.org/mcp"
http_headers = { Authorization = "Bearer abc.def" }

[tui]
notifications = true
since = 2026-03-01T08:00:00Z # first day
`;

/** A Gemini CLI file: JSON with comments and two spaces, servers in the middle. */
export const geminiFile = `{
  "security": {
    "auth": {
      "selectedType": "oauth-personal" // or gemini-api-key
    }
  },
  "mcpServers": {
    "git": {
      "command": "uvx",
      "args": [
        "mcp-server-git"
      ],
      "trust": false
    }
  },
  "ui": {
    "theme": "Dracula"
  }
}
`;

/** A Windsurf file: a disabled tool list, a server by address. */
const windsurfFile = `{
  "mcpServers": {
    "github": {
      "serverUrl": "https://api.githubcopilot.com/mcp/",
      "headers": { "Authorization": "Bearer ghp_A1b2C3d4" },
      "disabledTools": ["delete_repository"]
    }
  }
}
`;

/** A Zed file: comments, settings of the editor around the servers, one from an extension. */
const zedFile = `// Zed settings
//
// For information on how to configure Zed, see the documentation
{
  "vim_mode": true,
  "context_servers": {
    "postgres-context-server": {
      "enabled": true,
      "settings": { "database_url": "postgresql://ada:lovelace@localhost/engine" },
    },
  },
  "theme": { "mode": "system", "light": "One Light", "dark": "One Dark" },
  /* the team's */
  "tab_size": 2,
}
`;

/** An opencode file: the schema first, commands as lists, a remote server. */
const opencodeFile = `{
  "$schema": "https://opencode.ai/config.json",
  "model": "anthropic/claude-sonnet-5-5",
  "mcp": {
    "context7": {
      "type": "remote",
      "url": "https://mcp.context7.com/mcp",
      "headers": { "CONTEXT7_API_KEY": "ctx7sk-12345" },
      "enabled": true
    },
    "everything": { "type": "local", "command": ["npx", "-y", "@modelcontextprotocol/server-everything"] }
  },
  "share": "manual"
}`;

/** A Cline file as the extension writes it. */
const clineFile = `{
  "mcpServers": {
    "linear": {
      "autoApprove": [
        "list_issues"
      ],
      "disabled": false,
      "timeout": 60,
      "type": "stdio",
      "command": "npx",
      "args": [
        "-y",
        "mcp-remote",
        "https://mcp.linear.app/sse",
        "--header",
        "Authorization: Bearer lin_9"
      ]
    }
  }
}
`;

/** A Junie file on one line per server. */
const jetbrainsFile = `{
    "mcpServers": {
        "memory": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-memory"], "env": { "KEY": "abc.def" } }
    }
}
`;

/** The file that LM Studio creates, before any server is added. */
const lmStudioFile = `{
  "mcpServers": {}
}
`;

/** The file of each client, by the client's id. */
export const clientFiles: Readonly<Record<string, string>> = {
  "claude-code": claudeCodeFile,
  "claude-desktop": claudeDesktopFile,
  cursor: cursorFile,
  vscode: vscodeFile,
  codex: codexFile,
  gemini: geminiFile,
  windsurf: windsurfFile,
  zed: zedFile,
  opencode: opencodeFile,
  cline: clineFile,
  jetbrains: jetbrainsFile,
  "lm-studio": lmStudioFile,
};
