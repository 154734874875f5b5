import type { Output } from "../../../data/api-types.ts";
import { SafeMarkdown } from "../../../text/safe-markdown.tsx";
import { Visible, visible } from "../../../text/visible-text.tsx";
import { CodeLines } from "../../../ui/scroller.tsx";
import { HtmlOutput } from "./html-output.tsx";
import { JsonTree } from "./json-tree.tsx";
import { PictureOutput, SvgOutput } from "./picture-output.tsx";
import { ProgramText } from "./program-text.tsx";
import { richest, TABLE } from "./richest.ts";
import { TableOutput } from "./table-output.tsx";

/** Everything that a cell put out, in order. All of it is a stranger's. */
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
      return (
        <ProgramText text={output.text} label={output.name === "stderr" ? "Printed to stderr" : "Printed"} />
      );
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
            <CodeLines label="Where it failed">{visible(output.frame)}</CodeLines>
          )}
        </div>
      );
    case "display":
      return <Display data={output.data} />;
  }
}

function Display({ data }: { readonly data: Readonly<Record<string, string>> }) {
  const best = richest(data);
  if (!best) return <p class="quiet">Nothing here can be shown ({Object.keys(data).join(", ")}).</p>;
  const { mime, text } = best;
  if (mime === "image/svg+xml") return <SvgOutput text={text} />;
  if (mime.startsWith("image/")) return <PictureOutput mime={mime} text={text} />;
  if (mime === TABLE) return <TableOutput text={text} />;
  if (mime === "text/html") return <HtmlOutput text={text} />;
  if (mime === "text/markdown") return <SafeMarkdown text={text} headingLevel={4} />;
  if (mime.endsWith("json")) return <JsonTree text={text} />;
  return <ProgramText text={text} label="Value" />;
}
