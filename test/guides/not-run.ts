/** A command or block that the guides' test does not run, identified by its document and its beginning. */
export interface NotRun {
  readonly document: string;
  readonly begins: string;
  /** How many commands or blocks of the document begin like this. */
  readonly times: number;
  /** The reason, or the test that runs it. */
  readonly because: string | { readonly coveredBy: string };
}

const guide = (name: string) => `docs/guide/${name}.md`;
const entry = (document: string, begins: string, because: NotRun["because"], times = 1): NotRun => ({
  document,
  begins,
  because,
  times,
});

const CLAUDE = "Claude Code is another maker's program.";
const DOCKER = "There is no Docker in the test; test/deployment runs the files that it would use.";
const backup = { coveredBy: "test/e2e/backup-guide.test.ts" };
const chat = { coveredBy: "test/e2e/chat-guide.test.ts" };
const imports = { coveredBy: "src/cli/import.test.ts" };
const linter = { coveredBy: "src/cli/lint.test.ts" };
const owners = { coveredBy: "test/e2e/owners-guide.test.ts" };
const scaleOut = { coveredBy: "test/deployment/guide.test.ts" };

/** Everything that is not run, with the reason. Each entry must be in its document. */
export const notRun: readonly NotRun[] = [
  entry("README.md", "npm ci && npm test", "It would run this test within itself."),
  entry("README.md", "npx clew chat", chat),
  entry(guide("backup"), "npx clew backup", backup),
  entry(guide("backup"), "rm -f", backup),
  entry(guide("backup"), "cp ledger.db", backup),
  entry(guide("backup"), "mkdir stopped", backup),
  entry(guide("backup"), 'cp "$CLEW_HOME"', backup),
  entry(guide("backup"), "pg_dump", backup),
  entry(guide("backup"), "pg_restore", backup),
  entry(guide("backup"), "pg_basebackup", backup),
  entry(guide("backup"), "npx clew migrate", backup),
  entry(guide("import"), "npx clew import", imports, 4),
  entry(guide("import"), '{\n  "found"', imports),
  entry(guide("chat"), "export ANTHROPIC_API_KEY", chat),
  entry(guide("chat"), "npx clew chat --limit 3", chat),
  entry(guide("chat"), "starting clew", chat),
  entry(guide("chat"), "{", chat),
  entry(guide("chat"), "npx clew chat --print", chat, 2),
  entry(guide("chat"), "git diff", chat),
  entry(guide("chat"), "run files.write_file", { coveredBy: "test/e2e/chat-tools.test.ts" }),
  entry(guide("chat"), "search asks you to sign in", { coveredBy: "test/e2e/chat-sign-in.test.ts" }),
  entry(guide("dify"), "Server URL", "It is what a person enters in Dify."),
  entry(guide("dify"), "thought      the text", "It is what a person enters in Dify."),
  entry(guide("dify"), "services:", DOCKER),
  entry(guide("dify"), "echo 'SSRF_PROXY", DOCKER),
  entry(guide("dify"), "docker compose", DOCKER, 2),
  entry(guide("lint"), "npx clew lint --all", linter),
  entry(guide("lint"), "checkout-timeouts #7", linter),
  entry(guide("lint"), "{", linter),
  entry(guide("lint"), "npx clew check --all", linter),
  entry(guide("lint"), "npx clew why", linter),
  entry(guide("network"), "claude mcp add", CLAUDE),
  entry(guide("observability"), "npm ci", DOCKER),
  entry(guide("observability"), "docker compose", DOCKER),
  entry(guide("observability"), "scrape_configs:", {
    coveredBy: "test/e2e/observability-prometheus.test.ts",
  }),
  entry(guide("owners"), "npx clew token", owners, 3),
  entry(guide("owners"), "npx node -p", owners),
  entry(guide("owners"), "CLEW_TOKENS_FILE", owners),
  entry(guide("owners"), "claude mcp add", CLAUDE),
  entry(guide("owners"), "{", owners, 9),
  entry(guide("steer"), "npx clew watch", { coveredBy: "test/e2e/notes-command.test.ts" }),
  entry(guide("page"), "open http", "It opens a browser; test/web opens the page."),
  entry("examples/agent-with-limits/README.md", "export ANTHROPIC_API_KEY", {
    coveredBy: "test/e2e/host-example.test.ts",
  }),
  entry("examples/agent-with-limits/README.md", "npx node", { coveredBy: "test/e2e/host-example.test.ts" }),
  entry("examples/lint-in-ci/README.md", "npx clew lint", {
    coveredBy: "test/integrations/lint-in-ci.test.ts",
  }),
  entry("examples/lint-in-ci/README.md", "upload-timeout #4", {
    coveredBy: "test/integrations/lint-in-ci.test.ts",
  }),
  entry(guide("scale-out"), "CREATE ROLE", "A database administrator runs it."),
  entry(guide("scale-out"), "export DATABASE_URL", scaleOut, 2),
  entry(guide("scale-out"), "npx clew serve --port", scaleOut, 3),
  entry(guide("scale-out"), "npx clew sessions list", scaleOut),
  entry(guide("scale-out"), "CLEW_TOKEN=… POSTGRES_PASSWORD", DOCKER),
  entry(guide("scale-out"), "docker build", DOCKER),
  entry(guide("scale-out"), "npx clew worker", scaleOut),
  entry(guide("scale-out"), "CLEW_WORK=off", scaleOut),
];
