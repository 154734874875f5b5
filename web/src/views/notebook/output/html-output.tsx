import { useState } from "preact/hooks";
import { visible } from "../../../text/visible-text.tsx";
import { useBlobUrl } from "./use-blob-url.ts";

/**
 * Untrusted HTML in a fully sandboxed frame: another origin, no scripts, no forms, no navigation. The document also has
 * the policy of the page, so that it loads nothing.
 */
export function HtmlOutput({ text }: { readonly text: string }) {
  const [isSource, setIsSource] = useState(false);
  const [isTall, setIsTall] = useState(false);
  const url = useBlobUrl(framed(text), "text/html;charset=utf-8");
  return (
    <div class="html-output">
      {isSource ? (
        <pre class="html-source" dir="ltr">
          {visible(text.slice(0, 50_000))}
        </pre>
      ) : (
        <iframe
          title="HTML output of this cell"
          sandbox=""
          referrerpolicy="no-referrer"
          src={url}
          style={{ height: `${isTall ? 960 : heightOf(text)}px` }}
        />
      )}
      <p class="quiet output-note">
        Sandboxed HTML: scripts, styles and external content are blocked.{" "}
        <button type="button" class="button small" onClick={() => setIsSource(!isSource)}>
          {isSource ? "Show HTML" : "Show source"}
        </button>{" "}
        {!isSource && (
          <button type="button" class="button small" onClick={() => setIsTall(!isTall)} aria-pressed={isTall}>
            Taller
          </button>
        )}
      </p>
    </div>
  );
}

/** Styles are blocked in the frame, so colours and font are HTML attributes. */
const framed = (text: string): string =>
  `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:"><body bgcolor="#ffffff" text="#1d1b19"><font face="sans-serif">${text}`;

const BLOCKS = /<(tr|li|p|br|h[1-6]|div|pre|hr)\b/gi;

/** The frame cannot be measured from outside, so its height is estimated from the number of blocks. */
function heightOf(text: string): number {
  const rows = (text.match(BLOCKS)?.length ?? 0) + text.length / 4_000;
  return Math.round(Math.min(480, Math.max(72, 40 + rows * 28)));
}
