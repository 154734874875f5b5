import { signal } from "@preact/signals";
import { options } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import Markdown from "../text/markdown.tsx";
import { visible } from "../text/visible-text.tsx";

/** Whether everything is to be shown in full, as on paper. */
export const isPrinting = signal(false);

/** Shows everything in full before the browser prints, in the same moment. */
export function startPrinting(): void {
  const usual = options.debounceRendering;
  addEventListener("beforeprint", () => {
    options.debounceRendering = (render) => render();
    isPrinting.value = true;
  });
  addEventListener("afterprint", () => {
    if (usual) options.debounceRendering = usual;
    else delete options.debounceRendering;
    isPrinting.value = false;
  });
}

/** The text of a thought: read as Markdown when it comes near, since ten thousand at once would hold up the page. */
export function ThoughtText({ text }: { readonly text: string }) {
  const [isNear, setIsNear] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const isRead = isNear || isPrinting.value;
  useEffect(() => (isRead ? undefined : whenNear(element.current!, () => setIsNear(true))), [isRead]);
  return (
    <div class="thought-text" ref={element}>
      {isRead ? (
        <Markdown text={text} headingLevel={4} />
      ) : (
        <div class="markdown">
          <p class="plain-text" dir="auto">
            {visible(text)}
          </p>
        </div>
      )}
    </div>
  );
}

/** What waits in each part of the session; parts are watched, since there are fewer of them than thoughts. */
const waiting = new WeakMap<Element, Set<() => void>>();
let observer: IntersectionObserver | undefined;

function whenNear(element: Element, run: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) for (const each of waiting.get(target) ?? []) each();
    },
    { rootMargin: "1200px" },
  );
  const part = element.closest(".thoughts")!;
  const runs = waiting.get(part) ?? new Set();
  waiting.set(part, runs.add(run));
  // A part is told of anew, so that whoever comes late is not forgotten.
  observer.unobserve(part);
  observer.observe(part);
  return () => void runs.delete(run);
}
