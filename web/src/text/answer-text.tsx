import { AnswerParts, type AnswerPartsProps } from "./answer-parts.tsx";
import { SafeMarkdown } from "./safe-markdown.tsx";

/** The text of a thought, its Markdown without markup until the parser is loaded. */
export const AnswerText = (props: Omit<AnswerPartsProps, "as">) => (
  <AnswerParts {...props} as={SafeMarkdown} />
);
