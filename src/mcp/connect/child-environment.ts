import type { Environment } from "./plan.ts";

/** What any program may know of its surroundings, and what it needs to find its files; nothing here is a secret. */
const EVERYWHERE = ["PATH", "HOME", "USER", "SHELL", "LANG", "TERM", "TMPDIR", "TZ"];

/** Without these most programs do not start on Windows. */
const ON_WINDOWS = [
  ...["APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATHEXT", "PROCESSOR_ARCHITECTURE"],
  ...["PROGRAMDATA", "PROGRAMFILES", "PROGRAMFILES(X86)", "PROGRAMW6432", "SYSTEMDRIVE", "SYSTEMROOT"],
  ...["TEMP", "TMP", "USERNAME", "USERPROFILE", "WINDIR"],
];

/** The environment of a child: the harmless variables of the host, and what its entry names. */
export function childEnvironment(
  env: Environment,
  own: Readonly<Record<string, string>>,
  platform: NodeJS.Platform = process.platform,
): Readonly<Record<string, string>> {
  const allowed = new Set(platform === "win32" ? [...EVERYWHERE, ...ON_WINDOWS] : EVERYWHERE);
  const passes = (name: string) => {
    // Windows writes `Path` and means PATH.
    const known = platform === "win32" ? name.toUpperCase() : name;
    return allowed.has(known) || known.startsWith("LC_");
  };
  const kept = Object.entries(env).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && passes(pair[0]),
  );
  return { ...Object.fromEntries(kept), ...own };
}
