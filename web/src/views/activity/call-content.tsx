import { AnswerText } from "../../text/answer-text.tsx";
import { Visible } from "../../text/visible-text.tsx";
import { JsonTree } from "../notebook/output/json-tree.tsx";

type Fields = Readonly<Record<string, unknown>>;

/** The input or output of a call: prompts, messages and answers as Markdown, all other fields as a tree. */
export function CallContent({ value }: { readonly value: Fields }) {
  const { messages, ...fields } = value;
  const conversation = messagesOf(messages);
  const isText = (entry: readonly [string, unknown]): entry is [string, string] =>
    typeof entry[1] === "string" && /\s/.test(entry[1]);
  const texts = Object.entries(fields).filter(isText);
  const rest = Object.entries(conversation ? fields : value).filter((entry) => !isText(entry));
  return (
    <>
      {texts.map(([name, text]) => (
        <Text key={name} name={name} text={text} />
      ))}
      {conversation?.map(({ role, text }, index) => (
        <Text key={index} name={role} text={text} />
      ))}
      {rest.length > 0 && <JsonTree text={JSON.stringify(Object.fromEntries(rest))} />}
    </>
  );
}

function Text({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <section class="call-text">
      <h4>
        <Visible text={name} />
      </h4>
      <AnswerText text={text} headingLevel={5} />
    </section>
  );
}

interface Message {
  readonly role: string;
  readonly text: string;
}

/** The messages of a model call; undefined for anything else. */
function messagesOf(value: unknown): readonly Message[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const messages = value.map(messageOf);
  return messages.every((message) => message !== undefined) ? messages : undefined;
}

function messageOf(value: unknown): Message | undefined {
  const { role, content } = (value ?? {}) as Fields;
  if (typeof role !== "string") return undefined;
  const parts = Array.isArray(content) ? content : [content];
  if (!parts.every((part) => typeof part === "string")) return undefined;
  return { role, text: parts.join("\n\n") };
}
