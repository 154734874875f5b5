import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { MarkdownProps } from "./markdown.tsx";
import { visible } from "./visible-text.tsx";

let Loaded: ComponentType<MarkdownProps> | undefined;

/** Untrusted Markdown; plain text until the parser is loaded. */
export function SafeMarkdown(props: MarkdownProps) {
  const [Markdown, setMarkdown] = useState(() => Loaded);
  useEffect(() => {
    if (Loaded) return;
    import("./markdown.tsx").then(
      (module) => {
        Loaded = module.default;
        setMarkdown(() => module.default);
      },
      () => {},
    );
  }, []);
  if (Markdown) return <Markdown {...props} />;
  return (
    <div class="markdown">
      <p class="plain-text" dir="auto">
        {visible(props.text)}
      </p>
    </div>
  );
}
