import type { Walls } from "../../notebook/kernel/walls.ts";
import type { Finding } from "./finding.ts";

/** Whether cells can run, and behind which walls; namespaces are one more, and many systems have none. */
export function notebookFinding(
  { deno, namespaces, limits }: Walls,
  platform: NodeJS.Platform = process.platform,
): Finding {
  if (!deno.stands) {
    const remedy =
      "Install Clew with its optional packages (without --omit=optional), on macOS or on Linux with glibc; everything else works";
    return { name: "notebooks", ok: false, says: `${deno.says} ${remedy}` };
  }
  // Elsewhere some limits are missing; on Linux one that is refused keeps every cell from running.
  const ok = limits.stands || platform !== "linux";
  return { name: "notebooks", ok, says: [deno, namespaces, limits].map(({ says }) => says).join(" ") };
}
