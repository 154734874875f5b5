import { useBlobUrl } from "./use-blob-url.ts";

/** A bitmap image. */
export function ImageOutput({ mime, text }: { readonly mime: string; readonly text: string }) {
  return (
    <img
      class="image-output"
      alt="Output of this cell"
      src={`data:${mime};base64,${text.replace(/\s/g, "")}`}
    />
  );
}

/** An SVG. As an image it runs no scripts and loads nothing. */
export function SvgOutput({ text }: { readonly text: string }) {
  const url = useBlobUrl(text, "image/svg+xml");
  return <img class="image-output drawing" alt="SVG output of this cell" src={url} />;
}
