import { CommandFailure, type DefineCommand, type Terminal } from "./command.ts";
import { type Client, clients } from "./connect/clients.ts";
import { connectClient } from "./connect/connect-client.ts";
import {
  type ConnectOptions,
  type ConnectRequest,
  defaultUrl,
  readConnectRequest,
} from "./connect/connect-request.ts";
import { isDetected } from "./connect/detect.ts";
import { changeHooks } from "./connect/hooks.ts";
import { changeInstructions, instructionsPath } from "./connect/instructions.ts";
import { listClients } from "./connect/list.ts";

const ids = clients.map(({ id }) => id).join(", ");

/** `clew connect`: adds the server to the configuration of editors and agents. */
export const connect = ((program, terminal) => {
  program
    .command("connect")
    .description("connect Clew to your editors and agents; without a client, list them")
    .argument("[client...]", `the clients to connect: ${ids}`)
    .option("--all", "every client found on this machine")
    .option("--project", "write the project-level file in this folder instead of the user's")
    .option("--transport <kind>", "stdio or http", "stdio")
    .option("--url <address>", `the running server for --transport http (default: "${defaultUrl}")`)
    .option("--name <name>", "the name of the entry", "clew")
    .option("--tools <list>", "pass --tools LIST to the server")
    .option("--command <line>", "start the server with this command instead of this installation")
    .option("--instructions", "also tell the model when to use Clew: CLAUDE.md, AGENTS.md or GEMINI.md")
    .option(
      "--hooks",
      "also add hooks that show a project's unfinished session: Claude Code, Codex, Gemini CLI",
    )
    .option("--dry-run", "show the diff and write nothing")
    .option("--remove", "remove the entry, and with --instructions or --hooks also these")
    .option("--force", "replace an entry of this name that differs")
    .action(async (names: readonly string[], options: ConnectOptions) => {
      const request = readConnectRequest(options, terminal);
      const isAll = options.all ?? false;
      const chosen = choose(names, isAll, terminal);
      if (chosen) {
        await changeAll(chosen, request, options, terminal);
        const { server, isRemoval, isDryRun } = request;
        if (isRemoval) return;
        if (server.transport === "http") terminal.out(`${await checkAddress(server.url, server.token)}\n`);
        if (isPackageNeeded(request, options, terminal)) terminal.out(PACKAGE_HINT);
        if (!isDryRun) terminal.out(pageHint(request));
        return;
      }
      if (options.instructions || options.hooks) {
        await changeFound(request, options, terminal);
        return;
      }
      if (request.isRemoval) throw new CommandFailure("--remove requires a client, or --all.");
      await listClients(request, terminal);
    });
}) satisfies DefineCommand;

/** A project file is shared, so it names the package and not this installation. */
const PACKAGE_HINT =
  "The project's file starts Clew with `npx -y clew`, which works once clew is published on npm. Until then, connect without --project, or pass --command.\n";

/** Whether the entry works only with the published package, while this program runs from elsewhere. */
const isPackageNeeded = (
  { server, isProject }: ConnectRequest,
  { command }: ConnectOptions,
  { launch }: Terminal,
): boolean => isProject && command === undefined && server.transport === "stdio" && launch !== undefined;

/** A line with the address of the page, which shows what agents record. */
function pageHint({ server, url }: ConnectRequest): string {
  const address = new URL("/", url).href;
  return server.transport === "http"
    ? `The page is at ${address}\n`
    : `To watch in a browser, run \`clew serve\` and open ${address}\n`;
}

function choose(names: readonly string[], isAll: boolean, terminal: Terminal): readonly Client[] | undefined {
  const unknown = names.find((name) => clients.every(({ id }) => !isNameOf(name, id)));
  if (unknown !== undefined) {
    throw new CommandFailure(`Unknown client "${unknown}"; use one of: ${ids}.`);
  }
  if (isAll && names.length > 0) throw new CommandFailure("Name clients or use --all, not both.");
  if (names.length > 0) return clients.filter(({ id }) => names.some((name) => isNameOf(name, id)));
  if (!isAll) return undefined;
  const detected = clients.filter((client) => isDetected(client, terminal));
  if (detected.length > 0) return detected;
  throw new CommandFailure(`No client was found; name one to connect it anyway: ${ids}.`);
}

/** `lmstudio` and `LM-Studio` are `lm-studio`. */
function isNameOf(name: string, id: string): boolean {
  const plain = (text: string) => text.toLowerCase().replaceAll("-", "");
  return plain(name) === plain(id);
}

/** Connects the clients, with instructions and hooks if asked for; `--all` skips what a client does not have. */
async function changeAll(
  chosen: readonly Client[],
  request: ConnectRequest,
  { all, instructions, hooks }: ConnectOptions,
  terminal: Terminal,
): Promise<void> {
  const isAll = all ?? false;
  await attemptEach(chosen, terminal, async (client) => {
    if (isAll && !canTake(client, request)) {
      terminal.err(`${client.title} is skipped: it does not support this configuration.\n`);
      return;
    }
    const now = new Date();
    await connectClient(client, request, terminal, now);
    if (instructions && (!isAll || instructionsPath(client, request.isProject, terminal)))
      await changeInstructions(client, request, terminal, now);
    if (!hooks) return;
    if (client.hooks) await changeHooks(client.title, client.hooks, request, terminal, now);
    else if (!isAll)
      throw new CommandFailure(`${client.title} has no hooks that Clew knows; use --instructions.`);
  });
}

/** Without a client: the instructions and hooks of every client found, and no connection. */
async function changeFound(
  request: ConnectRequest,
  { instructions, hooks }: ConnectOptions,
  terminal: Terminal,
): Promise<void> {
  const found = clients.filter((client) => isDetected(client, terminal));
  const { isProject } = request;
  const instructed = instructions
    ? found.filter((client) => instructionsPath(client, isProject, terminal))
    : [];
  const hooked = hooks ? found.filter((client) => client.hooks) : [];
  if (instructed.length + hooked.length === 0)
    throw new CommandFailure(
      `No client with ${instructions ? "an instructions file" : "hooks"} was found; name one: ${ids}.`,
    );
  const now = new Date();
  await attemptEach(
    clients.filter((client) => instructed.includes(client) || hooked.includes(client)),
    terminal,
    async (client) => {
      if (instructed.includes(client)) await changeInstructions(client, request, terminal, now);
      if (hooked.includes(client)) await changeHooks(client.title, client.hooks!, request, terminal, now);
    },
  );
}

/** A failure of one client does not affect the others. */
async function attemptEach(
  chosen: readonly Client[],
  terminal: Terminal,
  change: (client: Client) => Promise<void>,
): Promise<void> {
  const failures: CommandFailure[] = [];
  for (const client of chosen) {
    try {
      await change(client);
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      failures.push(error);
      if (chosen.length > 1) terminal.err(`${error.message}\n`);
    }
  }
  const [first] = failures;
  if (first && chosen.length === 1) throw first;
  if (first) throw new CommandFailure(`${failures.length} of ${chosen.length} clients failed; see above.`);
}

function canTake(client: Client, request: ConnectRequest): boolean {
  const hasFile = !request.isProject || client.projectFile !== undefined;
  const hasTransport = request.isRemoval || request.server.transport === "stdio" || client.http !== undefined;
  return hasFile && hasTransport;
}

const WAIT_MS = 3_000;

/** Checks whether Clew answers at an address; returns a sentence for the user. */
async function checkAddress(url: string, token: string | undefined): Promise<string> {
  const health = new URL(url);
  health.pathname = health.pathname.replace(/\/mcp\/?$/, "/healthz");
  health.search = "";
  const answer = await ask(health.href);
  if (answer === undefined) return `Nothing answers at ${url}: start \`clew serve\`, or check the address.`;
  const { status, version } = ((await answer.json().catch(() => ({}))) ?? {}) as Record<string, unknown>;
  if (status !== "ok" || typeof version !== "string")
    return `${url} answers, but is not Clew: check the address.`;
  const entered = await ask(url, token);
  if (entered?.status === 401)
    return token === undefined
      ? `Clew ${version} answers at ${url} and requires a token: set CLEW_TOKEN and connect again with --force.`
      : `Clew ${version} answers at ${url} and rejects this CLEW_TOKEN.`;
  return `Clew ${version} answers at ${url}.`;
}

async function ask(url: string, token?: string): Promise<Response | undefined> {
  try {
    const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
    return await fetch(url, {
      headers,
      signal: AbortSignal.timeout(WAIT_MS),
      redirect: "manual",
    });
  } catch {
    return undefined;
  }
}
