import { spawn } from "node:child_process";
import type { Terminal } from "../command.ts";

/** How long to wait for an error: a browser that cannot start fails at once. */
const SETTLE_MS = 1_000;

type Surroundings = Pick<Terminal, "platform" | "env">;

/** Opens an address in the person's browser; false if there is none. */
export function openInBrowser(address: string, surroundings: Surroundings): Promise<boolean> {
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
