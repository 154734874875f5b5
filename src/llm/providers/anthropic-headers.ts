/** Where Anthropic's own service is. */
export const ANTHROPIC_URL = "https://api.anthropic.com";

/** The version of the API that the types of `@anthropic-ai/sdk` describe. */
const VERSION = "2026-10-21";

/** What every request to Anthropic's API has: who asks, and which version of the API is meant. */
export function anthropicHeaders(apiKey: string): Readonly<Record<string, string>> {
  return {
    "content-type": "application/json",
    authorization: `Bearer ${apiKey}`,
    "anthropic-version": VERSION,
  };
}
