import { visible } from "../../text/visible-text.tsx";
import { snippetParts } from "./snippet-parts.ts";

/** A piece of a thought, with the words marked that a search found it by. */
export function Snippet({ snippet, query }: { readonly snippet: string; readonly query: string }) {
  return (
    <>
      {snippetParts(snippet, query).map((part, index) =>
        part.isMatch ? <mark key={index}>{visible(part.text)}</mark> : visible(part.text),
      )}
    </>
  );
}
