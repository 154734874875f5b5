import { spawn } from "node:child_process";
import type { Config } from "../config/schema.ts";
import { CommandFailure, type DefineCommand, type Services, type Terminal } from "./command.ts";
import { findSessionId } from "./find-session-id.ts";
import { callServer, findServer } from "./open/running-server.ts";
import { startLines } from "./serve.ts";
import { ledgerSettings, withSettings } from "./settings.ts";

const SETTINGS = [...ledgerSettings, "host", "port"] as const;

/** `clew open`: the page, or one session, in the browser. */
export const open: DefineCommand = (program, terminal, services) => {
  const command = program
    .command("open [session]")
    .description("open the page, or one session, in the browser; starts a server if none runs");
  withSettings(command, SETTINGS).action(async (given: string | undefined, flags: object) => {
    const config = services.config({ ...flags });
    const id = given === undefined ? undefined : await idOf(services, config, given);
    await onServer(services, terminal, config, async (address) => {
      if (id === undefined) return "/";
      const path = `/api/sessions/${encodeURIComponent(id)}`;
      if ((await callServer(address, "GET", path, config.token)).status === 404)
        throw new CommandFailure(
          `the server at ${address} works on another ledger and does not have this session. Stop it, or name a free port with --port.`,
        );
      return sessionPath(id);
    });
  });
};

/** `clew demo`: an example session, written and opened. */
export const demo: DefineCommand = (program, terminal, services) => {
  const command = program
    .command("demo")
    .description("load the example session and open it; starts a server if none runs");
  withSettings(command, SETTINGS).action(async (flags: object) => {
    const config = services.config({ ...flags });
    await onServer(services, terminal, config, async (address) => {
      const answer = await callServer(address, "POST", "/api/example", config.token);
      if (!answer.ok) throw new CommandFailure(`the example could not be loaded: ${await problemOf(answer)}`);
      const { sessionId } = (await answer.json()) as { readonly sessionId: string };
      return sessionPath(sessionId);
    });
  });
};

const sessionPath = (id: string): string => `/s/${encodeURIComponent(id)}`;

async function idOf(services: Services, config: Config, given: string): Promise<string> {
  const store = await services.openLedger(config);
  try {
    return await findSessionId(store, given);
  } finally {
    await store.close();
  }
}

/** Opens a path of the page on the running server, or on one that this command runs until it is stopped. */
async function onServer(
  services: Services,
  terminal: Terminal,
  config: Config,
  pathOn: (address: string) => Promise<string>,
): Promise<void> {
  const show = async (address: string): Promise<void> => {
    const url = new URL(await pathOn(address), address).href;
    const isOpen = await openInBrowser(url, terminal);
    terminal.out(isOpen ? `Opened ${url}\n` : `Open ${url} in a browser\n`);
  };
  const running = await findServer(config);
  if (running !== undefined) return show(running);
  await services.serveHttp(config, (address, database) => {
    terminal.out(startLines(services.version, address, database, config));
    show(address).catch((error: Error) => terminal.err(`clew: ${error.message}\n`));
  });
}

async function problemOf(answer: Response): Promise<string> {
  const body = (await answer.json().catch(() => ({}))) as { readonly message?: unknown };
  return typeof body.message === "string" ? body.message : `the server answers ${answer.status}.`;
}

/** How long to wait for an error: a browser that cannot start fails at once. */
const SETTLE_MS = 1_000;

type Surroundings = Pick<Terminal, "platform" | "env">;

/** Opens an address in the person's browser; false if there is none. */
function openInBrowser(address: string, surroundings: Surroundings): Promise<boolean> {
  const [program, ...args] = opener(surroundings);
  if (program === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn(program, [...args, address], { detached: true, stdio: "ignore" });
    const settled = setTimeout(() => resolve(true), SETTLE_MS);
    const end = (isOpen: boolean) => {
      clearTimeout(settled);
      resolve(isOpen);
    };
    child.once("error", () => end(false));
    child.once("exit", (code) => end(code === 0));
    child.unref();
  });
}

/** The command that opens an address; empty without a screen. `BROWSER` wins, and `BROWSER=none` turns it off. */
function opener({ platform, env }: Surroundings): readonly string[] {
  const chosen = env.BROWSER?.split(":")[0]?.trim();
  if (chosen === "none") return [];
  if (chosen) return chosen.split(/\s+/);
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ["xdg-open"] : [];
}
