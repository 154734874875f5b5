import { signal } from "@preact/signals";
import { options } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { AnswerParts, type AnswerPartsProps } from "../text/answer-parts.tsx";
import Markdown from "../text/markdown.tsx";
import { plainText } from "../text/plain-text.ts";
import { visible } from "../text/visible-text.tsx";

/** Whether everything is rendered in full, for print. */
export const isPrinting = signal(false);

/** Renders everything in full, synchronously, before the browser prints. */
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

/** The text of a thought, parsed as Markdown when it comes near: 10,000 at once would block the page. */
export function ThoughtText({ text, metadata }: Pick<AnswerPartsProps, "text" | "metadata">) {
  const [isNear, setIsNear] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const isParsed = isNear || isPrinting.value;
  useEffect(() => (isParsed ? undefined : whenNear(element.current!, () => setIsNear(true))), [isParsed]);
  return (
    <div class="thought-text" ref={element}>
      {isParsed ? (
        <AnswerParts text={text} metadata={metadata} as={Markdown} headingLevel={4} />
      ) : (
        <div class="markdown">
          <p class="plain-text" dir="auto">
            {visible(plainText(text))}
          </p>
        </div>
      )}
    </div>
  );
}

/** Callbacks by part of the session. Parts are observed because there are fewer of them than thoughts. */
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
  // Observing again notifies callbacks that were added late.
  observer.unobserve(part);
  observer.observe(part);
  return () => void runs.delete(run);
}
