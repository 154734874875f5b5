import { useBlobUrl } from "./blob-url.ts";

/** A picture of points. */
export function PictureOutput({ mime, text }: { readonly mime: string; readonly text: string }) {
  return (
    <img
      class="picture-output"
      alt="Output of this cell"
      src={`data:${mime};base64,${text.replace(/\s/g, "")}`}
    />
  );
}

/** A drawing: as a picture it runs nothing and loads nothing. */
export function SvgOutput({ text }: { readonly text: string }) {
  const url = useBlobUrl(text, "image/svg+xml");
  return <img class="picture-output drawing" alt="Drawing that this cell put out" src={url} />;
}
