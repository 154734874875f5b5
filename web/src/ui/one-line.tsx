import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { cutAtWord } from "../text/cut-at-word.ts";
import { Visible } from "../text/visible-text.tsx";

let canvas: CanvasRenderingContext2D | null | undefined;

/** Called with the width of an element when it changes; one observer for all lines. */
const listeners = new WeakMap<Element, (width: number) => void>();
const observer =
  typeof ResizeObserver === "undefined"
    ? undefined
    : new ResizeObserver((changes) => {
        for (const { target } of changes) listeners.get(target)?.(target.clientWidth);
      });

/** One line of text. If it does not fit, it ends at a word with an ellipsis. */
export function OneLine({ text }: { readonly text: string }) {
  const element = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState(text);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current || !observer) return;
    listeners.set(current, setWidth);
    observer.observe(current);
    return () => observer.unobserve(current);
  }, []);
  useLayoutEffect(() => {
    canvas ??= document.createElement("canvas").getContext("2d");
    if (!element.current || !canvas) return;
    const room = element.current.clientWidth;
    setWidth(room);
    const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element.current);
    canvas.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    setShown(cutAtWord(text, (part) => canvas!.measureText(part).width <= room));
  }, [text, width]);
  return (
    <span ref={element} class="one-line">
      <Visible text={shown} />
    </span>
  );
}
