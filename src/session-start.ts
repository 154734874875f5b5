import { statSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

/** Variables that have no effect on the brief. */
const HARMLESS = new Set(["CLEW_HOME", "CLEW_HOOK_LINT"]);

/**
 * Runs `clew hook session-start`, for which a client waits at every start. With default settings it loads only the modules
 * that read a SQLite ledger; otherwise it runs the full command line. If anything fails, it prints nothing and succeeds.
 */
export async function run(argv: readonly string[]): Promise<void> {
  enableCompileCache();
  const settings = applicable(argv);
  if (!settings) {
    const { run: runAll } = await import("./main.ts");
    return runAll(argv);
  }
  try {
    const file = join(settings.home, "clew.db");
    // A hook does not create a ledger.
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return;
    const [{ closeInTime, exitInTime, readHookStdin }, { readHookInput, sessionStart }, { openStore }] =
      await Promise.all([
        import("./cli/hook-stdin.ts"),
        import("./sessions/hooks.ts"),
        import("./store/open.ts"),
      ]);
    exitInTime();
    const input = readHookInput(await readHookStdin(), settings.client, process.env);
    if (!input) return;
    const store = await openStore({ file });
    try {
      const answer = await sessionStart(store, input);
      if (answer) process.stdout.write(`${JSON.stringify(answer)}\n`);
    } finally {
      await closeInTime(store);
    }
  } catch {
    // A hook that fails must not disturb the program that called it.
  }
}

/** The settings, if only the data home and the client's name differ from the defaults. */
function applicable(
  argv: readonly string[],
): { readonly home: string; readonly client?: string } | undefined {
  const { env } = process;
  const options: Record<string, string> = {};
  for (let at = 2; at < argv.length; at += 2) {
    const [name = "", value = ""] = argv.slice(at, at + 2);
    if (!["--home", "--client"].includes(name) || value === "") return undefined;
    options[name.slice(2)] = value;
  }
  const home = options.home ?? (env.CLEW_HOME || join(homedir(), ".thoughtbox"));
  const isSetting = (name: string) =>
    env[name] && (name === "DATABASE_URL" || (name.startsWith("CLEW_") && !HARMLESS.has(name)));
  if (Object.keys(env).some(isSetting)) return undefined;
  if (statSync(join(home, "config.json"), { throwIfNoEntry: false })) return undefined;
  return { home, client: options.client };
}
