import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { MarkdownProps } from "./markdown.tsx";
import { plainText } from "./plain-text.ts";
import { visible } from "./visible-text.tsx";

let Loaded: ComponentType<MarkdownProps> | undefined;

/** Starts loading the parser, for views that are sure to need it. */
export function preloadMarkdown(): void {
  void load();
}

function load(): Promise<void> {
  return import("./markdown.tsx").then(
    (module) => {
      Loaded = module.default;
    },
    () => {},
  );
}

/** Untrusted Markdown; text without markup until the parser is loaded. */
export function SafeMarkdown(props: MarkdownProps) {
  const [Markdown, setMarkdown] = useState(() => Loaded);
  useEffect(() => {
    if (Loaded) return;
    void load().then(() => setMarkdown(() => Loaded));
  }, []);
  if (Markdown) return <Markdown {...props} />;
  return (
    <div class="markdown">
      <p class="plain-text" dir="auto">
        {visible(plainText(props.text))}
      </p>
    </div>
  );
}
