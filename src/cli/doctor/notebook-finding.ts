import type { Sandbox } from "../../config/sandbox.ts";
import type { SandboxLayers } from "../../notebook/kernel/sandbox-layers.ts";
import type { Finding } from "./finding.ts";

/** Whether cells can run, and which sandbox layers are active; many systems have no namespaces. */
export function notebookFinding(
  { deno, namespaces, files, limits }: SandboxLayers,
  sandbox: Sandbox,
  platform: NodeJS.Platform = process.platform,
): Finding {
  if (!deno.active) return { name: "notebooks", ok: false, says: `${deno.message} Everything else works.` };
  const layers = [deno, namespaces, files, limits].map(({ message }) => message).join(" ");
  if (sandbox === "required" && !files.active) {
    const remedy =
      "CLEW_NOTEBOOK_SANDBOX is required, so no cell runs: set it to auto to run cells without the file layer";
    return { name: "notebooks", ok: false, says: `${layers} ${remedy}` };
  }
  // Other platforms lack some limits. On Linux, a limit that cannot be set stops every cell from running.
  const ok = limits.active || platform !== "linux";
  return { name: "notebooks", ok, says: layers };
}
