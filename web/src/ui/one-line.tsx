import { signal } from "@preact/signals";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { cutAtWord } from "../text/cut-at-word.ts";
import { Visible } from "../text/visible-text.tsx";

const viewportWidth = signal(typeof innerWidth === "undefined" ? 0 : innerWidth);
if (typeof addEventListener !== "undefined")
  addEventListener("resize", () => {
    viewportWidth.value = innerWidth;
  });

let canvas: CanvasRenderingContext2D | null | undefined;

/** One line of text. If it does not fit, it ends at a word with an ellipsis. */
export function OneLine({ text }: { readonly text: string }) {
  const element = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState(text);
  const width = viewportWidth.value;
  useLayoutEffect(() => {
    canvas ??= document.createElement("canvas").getContext("2d");
    if (!element.current || !canvas) return;
    const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element.current);
    canvas.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    const room = element.current.clientWidth;
    setShown(cutAtWord(text, (part) => canvas!.measureText(part).width <= room));
  }, [text, width]);
  return (
    <span ref={element} class="one-line">
      <Visible text={shown} />
    </span>
  );
}
