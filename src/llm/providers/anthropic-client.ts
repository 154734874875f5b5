import type { Anthropic } from "@anthropic-ai/sdk";

/** Where Anthropic's own service is. */
export const ANTHROPIC_URL = "https://api.anthropic.com";

/** The longest that a timer takes: the library's own clock is switched off by it. */
const NEVER = 2 ** 31 - 1;

/**
 * Anthropic's client. Every setting that the library would take from the environment is given: only the configuration
 * counts, and its log would go to stdout.
 */
export async function anthropicClient(
  connection: { readonly apiKey: string; readonly baseUrl?: string },
  more: { readonly timeoutMs?: number; readonly fetch?: typeof fetch } = {},
): Promise<Anthropic> {
  const { default: Client } = await import("@anthropic-ai/sdk");
  return new Client({
    apiKey: connection.apiKey,
    baseURL: connection.baseUrl ?? ANTHROPIC_URL,
    webhookKey: null,
    maxRetries: 0,
    timeout: more.timeoutMs ?? NEVER,
    logLevel: "off",
    openTelemetry: false,
    ...(more.fetch && { fetch: more.fetch }),
  });
}
