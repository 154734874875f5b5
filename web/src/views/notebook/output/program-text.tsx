import { useMemo } from "preact/hooks";
import { visible } from "../../../text/visible-text.tsx";
import { Scroller } from "../../../ui/scroller.tsx";
import { ansiPieces } from "./ansi.ts";

/** Longer output shows only its end, to keep the page responsive. */
const SHOWN = 100_000;

/** Terminal output with colours. */
export function ProgramText({ text, label }: { readonly text: string; readonly label: string }) {
  const left = Math.max(0, text.length - SHOWN);
  const pieces = useMemo(() => ansiPieces(text.slice(left)), [text, left]);
  return (
    <Scroller label={label} class="program-text">
      {left > 0 && <p class="quiet">{left.toLocaleString("en-GB")} earlier characters not shown</p>}
      <pre dir="ltr">
        {pieces.map((piece, index) =>
          piece.look === "" ? (
            visible(piece.text)
          ) : (
            <span key={index} class={piece.look}>
              {visible(piece.text)}
            </span>
          ),
        )}
      </pre>
    </Scroller>
  );
}
