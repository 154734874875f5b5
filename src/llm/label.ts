const LABELS: Readonly<Record<string, string>> = {
  langbase: "Langbase",
  anthropic: "Anthropic",
  "openai-compatible": "The OpenAI-compatible service",
  sampling: "The client's model",
};

/** What an engine is called in a sentence that people read. */
export function labelOf(engine: string): string {
  return LABELS[engine] ?? engine;
}
