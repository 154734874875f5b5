import { type Sandbox, sandboxOf } from "../config/sandbox.ts";
import type { Config } from "../config/schema.ts";
import { DEFAULT_KERNEL_LIMITS } from "../notebook/kernel/limits.ts";
import { forgetNamespaceLayer } from "../notebook/kernel/namespace-layer.ts";
import { findSandboxLayers, type SandboxLayers } from "../notebook/kernel/sandbox-layers.ts";
import { coloursOf } from "./colours.ts";
import type { DefineCommand, Services } from "./command.ts";
import type { Finding } from "./doctor/finding.ts";
import { portFinding } from "./doctor/port-finding.ts";
import { limitsOf } from "./notebook/run-settings.ts";
import { ledgerSettings, withSettings } from "./settings.ts";

/** `clew doctor`: checks everything that Clew needs, and what its tool list costs a client. */
export const doctor: DefineCommand = (program, terminal, services) => {
  const command = program
    .command("doctor")
    .description("check Node, database, port, tool list, notebooks and engines");
  withSettings(command, [...ledgerSettings, "host", "port", "tools"])
    .option("--json", "for scripts")
    .action(async (flags) => {
      const config = services.config(flags);
      await forgetNamespaceLayer();
      const findings = [
        node(),
        await database(services, config),
        await portFinding(config.host, config.port),
        await tools(services, config),
        notebookFinding(
          await findSandboxLayers({ ...DEFAULT_KERNEL_LIMITS, ...limitsOf(config) }),
          sandboxOf(config),
        ),
        engines(config),
        ...(await workers(services, config)),
      ];
      const { bold, green, red } = coloursOf(terminal);
      if (flags.json) terminal.out(`${JSON.stringify(findings, null, 2)}\n`);
      else
        for (const { name, ok, says } of findings)
          terminal.out(`${ok ? green("ok  ") : red("FAIL")}  ${bold(name.padEnd(9))} ${says}\n`);
      if (findings.some(({ ok }) => !ok)) process.exitCode = 1;
    });
};

function node(): Finding {
  return { name: "node", ok: true, says: `Node ${process.versions.node}, SQLite ${process.versions.sqlite}` };
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

async function database(services: Services, config: Config): Promise<Finding> {
  try {
    const store = await services.openLedger(config);
    const facts = await store.inspect();
    await store.close();
    const ok = facts.problems.length === 0;
    const says = `${facts.location}: ${counted(facts.sessions, "session")}, ${counted(facts.thoughts, "thought")}, ${(facts.bytes / 1e6).toFixed(1)} MB, schema ${facts.schemaVersion}`;
    return { name: "database", ok, says: ok ? says : `${says}; damaged: ${facts.problems.join("; ")}` };
  } catch (error) {
    return { name: "database", ok: false, says: (error as Error).message };
  }
}

/** Bytes per token in tool lists, measured with a tokenizer; prose has fewer. */
const TOOL_BYTES_PER_TOKEN = 4.25;

async function tools(services: Services, config: Config): Promise<Finding> {
  const listed = await services.listedTools(config);
  const tokens = Math.round(Buffer.byteLength(JSON.stringify(listed)) / TOOL_BYTES_PER_TOKEN / 100) * 100;
  return {
    name: "tools",
    ok: true,
    says: `${listed.length} tools cost a client about ${tokens.toLocaleString("en")} tokens (--tools ${config.tools})`,
  };
}

async function workers(services: Services, config: Config): Promise<readonly Finding[]> {
  try {
    const found = await services.workers(config);
    return found ? [{ name: "workers", ...found }] : [];
  } catch (error) {
    return [{ name: "workers", ok: false, says: (error as Error).message }];
  }
}

function engines(config: Config): Finding {
  const found = [
    config.langbaseApiKey && "Langbase",
    config.anthropicApiKey && "Anthropic",
    (config.openaiApiKey || config.openaiBaseUrl) && "OpenAI-compatible",
  ].filter(Boolean);
  const says =
    found.length > 0
      ? `${found.join(", ")} configured`
      : "none configured; set LANGBASE_API_KEY, ANTHROPIC_API_KEY or OPENAI_API_KEY, or OPENAI_BASE_URL for a local model that needs no key. Everything that needs no model works";
  return { name: "engines", ok: true, says };
}

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
