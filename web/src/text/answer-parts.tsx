import type { ComponentType } from "preact";
import { useMemo } from "preact/hooks";
import { ValueList } from "../ui/value-list.tsx";
import { jsonAnswer } from "./json-answer.ts";
import type { MarkdownProps } from "./markdown.tsx";
import { type ToolCall, toolCallOf } from "./tool-call.ts";

export interface AnswerPartsProps extends MarkdownProps {
  /** The metadata of the thought, which may hold a tool call. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** What renders Markdown. */
  readonly as: ComponentType<MarkdownProps>;
}

/** The text of a thought: Markdown, the meaning of a JSON answer, or a tool call with its input and output. */
export function AnswerParts({ metadata, as: Text, ...props }: AnswerPartsProps) {
  const call = useMemo(() => metadata && toolCallOf(metadata), [metadata]);
  const answer = useMemo(() => jsonAnswer(props.text), [props.text]);
  if (call) return <CallText call={call} />;
  if (!answer) return <Text {...props} />;
  return (
    <>
      {answer.text !== undefined && <Text {...props} text={answer.text} />}
      {answer.rest !== undefined && (
        <div class="answer-fields">
          <ValueList value={answer.rest} />
        </div>
      )}
    </>
  );
}

/** Longer output of a tool is folded. */
const SHORT_OUTPUT = 600;

function CallText({ call: { input, output, characters, outcome } }: { readonly call: ToolCall }) {
  return (
    <div class="answer-fields tool-call">
      <ValueList value={input} />
      <details open={characters <= SHORT_OUTPUT}>
        <summary>{outcome}</summary>
        <ValueList value={output} />
      </details>
    </div>
  );
}
