import type { Sandbox } from "../../config/sandbox.ts";
import type { Walls } from "../../notebook/kernel/walls.ts";
import type { Finding } from "./finding.ts";

/** Whether cells can run, and which sandbox layers are active; many systems have no namespaces. */
export function notebookFinding(
  { deno, namespaces, files, limits }: Walls,
  sandbox: Sandbox,
  platform: NodeJS.Platform = process.platform,
): Finding {
  if (!deno.stands) {
    const remedy =
      "Install Clew with its optional packages (without --omit=optional), on macOS or on Linux with glibc; everything else works";
    return { name: "notebooks", ok: false, says: `${deno.says} ${remedy}` };
  }
  const layers = [deno, namespaces, files, limits].map(({ says }) => says).join(" ");
  if (sandbox === "required" && !files.stands) {
    const remedy =
      "CLEW_NOTEBOOK_SANDBOX is required, so no cell runs: set it to auto to run cells without the file layer";
    return { name: "notebooks", ok: false, says: `${layers} ${remedy}` };
  }
  // Elsewhere some limits are missing; on Linux one that is refused keeps every cell from running.
  const ok = limits.stands || platform !== "linux";
  return { name: "notebooks", ok, says: layers };
}
