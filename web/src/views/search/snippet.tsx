import { visible } from "../../text/visible-text.tsx";
import { snippetParts } from "./snippet-parts.ts";

/** A part of a thought with the matches marked. */
export function Snippet({ snippet, query }: { readonly snippet: string; readonly query: string }) {
  return (
    <>
      {snippetParts(snippet, query).map((part, index) =>
        part.isMatch ? <mark key={index}>{visible(part.text)}</mark> : visible(part.text),
      )}
    </>
  );
}
