import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { MarkdownProps } from "./markdown.tsx";
import { visible } from "./visible-text.tsx";

let Loaded: ComponentType<MarkdownProps> | undefined;

/** A stranger's Markdown; until the reader for it has come, its text. */
export function SafeMarkdown(props: MarkdownProps) {
  const [Shown, setShown] = useState(() => Loaded);
  useEffect(() => {
    if (Loaded) return;
    import("./markdown.tsx").then(
      (module) => {
        Loaded = module.default;
        setShown(() => module.default);
      },
      () => {},
    );
  }, []);
  if (Shown) return <Shown {...props} />;
  return (
    <div class="markdown">
      <p class="plain-text" dir="auto">
        {visible(props.text)}
      </p>
    </div>
  );
}
