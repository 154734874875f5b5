import { readdirSync, readFileSync } from "node:fs";

/** The processes of installers that use a registry, by their ids. */
export function installersOf(registry: string): readonly string[] {
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, "utf8").includes(`NPM_CONFIG_REGISTRY=${registry}\0`);
    } catch {
      return false;
    }
  });
}
