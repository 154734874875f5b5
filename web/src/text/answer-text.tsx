import { useMemo } from "preact/hooks";
import { ValueList } from "../ui/value-list.tsx";
import { jsonAnswer } from "./json-answer.ts";
import type { MarkdownProps } from "./markdown.tsx";
import { SafeMarkdown } from "./safe-markdown.tsx";

/** The text of a thought: Markdown, or the meaning of a JSON answer. */
export function AnswerText(props: MarkdownProps) {
  const answer = useMemo(() => jsonAnswer(props.text), [props.text]);
  if (!answer) return <SafeMarkdown {...props} />;
  return (
    <>
      {answer.text !== undefined && <SafeMarkdown {...props} text={answer.text} />}
      {answer.rest !== undefined && (
        <div class="answer-fields">
          <ValueList value={answer.rest} />
        </div>
      )}
    </>
  );
}
