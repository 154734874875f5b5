import { type Mark, oneLine, redactText } from "../ledger/index.ts";
import type { AskedDecision } from "./transcript.ts";
import { contentText, listOf, objectOf, textOf } from "./value.ts";

/** The questions of an `AskUserQuestion` call, by their text. */
export interface AskedQuestion {
  /** Some programs name the answers by it. */
  readonly id?: string | undefined;
  readonly question: string;
  readonly options: readonly string[];
}

/** How many questions and options of one call are kept. */
const MOST = 20;

/** Whether a tool asks the person to choose. */
export function asksPerson(tool: string): boolean {
  return /(^|__)(AskUserQuestion|ask_user_question|ask_user|ask_question|AskQuestion|request_user_input|question)$/.test(
    tool,
  );
}

/** The questions that a call asks; empty if there are none. */
export function readQuestions(input: unknown): AskedQuestion[] {
  const given = objectOf(input);
  const asked = listOf(given.questions).length > 0 ? listOf(given.questions) : [given];
  return asked.slice(0, MOST).flatMap((entry) => {
    const { id, question, prompt, options } = objectOf(entry);
    const text = textOf(question) ?? textOf(prompt);
    if (text === undefined) return [];
    const labels = listOf(options)
      .slice(0, MOST)
      .flatMap((option) => {
        const label = textOf(option) ?? textOf(objectOf(option).label) ?? textOf(objectOf(option).value);
        return label === undefined ? [] : [oneLine(label)];
      });
    return [{ id: textOf(id), question: text.trim(), options: labels }];
  });
}

/**
 * Matches questions with the person's answers: an object by question, id or number, or the text of the tool's result,
 * which quotes both (`"question"="answer"`) or is one of the options. A mere mention of an option is no answer.
 */
export function readAnswers(
  questions: readonly AskedQuestion[],
  structured: unknown,
  result: unknown,
): AskedDecision[] {
  const answers = objectOf(objectOf(structured).answers);
  const text = contentText(result) ?? "";
  return questions.flatMap(({ id, question, options }, index) => {
    const name = [question, id, String(index)].find(
      (one) => one !== undefined && Object.hasOwn(answers, one),
    );
    const chosen =
      (name === undefined ? undefined : givenAnswer(answers[name])) ??
      quotedAnswer(text, question) ??
      (questions.length === 1 ? options.find((option) => option === oneLine(text)) : undefined);
    return chosen === undefined ? [] : [{ question, options, chosen: oneLine(chosen, 400) }];
  });
}

/** An answer: a text, a list of texts, or an object with one of them. */
function givenAnswer(given: unknown): string | undefined {
  const { answer, answers } = objectOf(given);
  return [given, answer, answers]
    .map(
      (one) =>
        textOf(one) ??
        textOf(
          listOf(one)
            .filter((text) => typeof text === "string")
            .join(", "),
        ),
    )
    .find((text) => text !== undefined);
}

/** `"question"="answer"` in the text of a result. */
function quotedAnswer(text: string, question: string): string | undefined {
  const begin = `"${question}"="`;
  const at = text.indexOf(begin);
  if (at < 0) return undefined;
  const from = at + begin.length;
  const end = text.indexOf('"', from);
  return end < 0 ? undefined : textOf(text.slice(from, end));
}

/** The text of a decision's thought. */
export function decisionText({ question, options, chosen }: AskedDecision): string {
  // The answers to a question with several choices are joined.
  const isChosen = (option: string) => `, ${chosen}, `.includes(`, ${option}, `);
  const list = options.map((option) => `- ${option}${isChosen(option) ? " (chosen)" : ""}`);
  return [
    `Decision: ${chosen}`,
    "",
    `Question: ${question}`,
    ...(list.length > 0 ? ["Options:", ...list] : []),
  ].join("\n");
}

/** The decision as a fact that its thought declares. */
export function decisionMark({ question, chosen }: AskedDecision): Mark {
  return {
    kind: "decision",
    text: oneLine(chosen, 400),
    reason: `the person was asked: ${oneLine(redactText(question), 300)}`,
  };
}
