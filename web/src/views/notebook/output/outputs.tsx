import type { Output } from "../../../data/api-types.ts";
import { SafeMarkdown } from "../../../text/safe-markdown.tsx";
import { Visible, visible } from "../../../text/visible-text.tsx";
import { CodeLines } from "../../../ui/scroller.tsx";
import { bestFormat, TABLE } from "./best-format.ts";
import { HtmlOutput } from "./html-output.tsx";
import { ImageOutput, SvgOutput } from "./image-output.tsx";
import { JsonTree } from "./json-tree.tsx";
import { ProgramText } from "./program-text.tsx";
import { TableOutput } from "./table-output.tsx";

/** The outputs of a cell, in order. All of them are untrusted. */
export function Outputs({ outputs }: { readonly outputs: readonly Output[] }) {
  return (
    <>
      {outputs.map((output, index) => (
        <div key={index} class={`output is-${output.type}`}>
          <OneOutput output={output} />
        </div>
      ))}
    </>
  );
}

function OneOutput({ output }: { readonly output: Output }) {
  switch (output.type) {
    case "stream":
      return <ProgramText text={output.text} label={output.name === "stderr" ? "stderr" : "Output"} />;
    case "error":
      return (
        <div class="error-output">
          <p>
            <strong>
              <Visible text={output.name} />
            </strong>
            : <Visible text={output.message} />
          </p>
          {output.frame !== undefined && (
            <CodeLines label="Source of the error">{visible(output.frame)}</CodeLines>
          )}
        </div>
      );
    case "display":
      return <Display data={output.data} />;
  }
}

function Display({ data }: { readonly data: Readonly<Record<string, string>> }) {
  const best = bestFormat(data);
  if (!best) return <p class="quiet">Unsupported output: {Object.keys(data).join(", ")}</p>;
  const { mime, text } = best;
  if (mime === "image/svg+xml") return <SvgOutput text={text} />;
  if (mime.startsWith("image/")) return <ImageOutput mime={mime} text={text} />;
  if (mime === TABLE) return <TableOutput text={text} />;
  if (mime === "text/html") return <HtmlOutput text={text} />;
  if (mime === "text/markdown") return <SafeMarkdown text={text} headingLevel={4} />;
  if (mime.endsWith("json")) return <JsonTree text={text} />;
  return <ProgramText text={text} label="Value" />;
}
