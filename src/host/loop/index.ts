export { answerOpenCalls, NOT_ANSWERED } from "./answer-open-calls.ts";
export { runMessage } from "./run-message.ts";
export { stripThinking } from "./strip-thinking.ts";
export { GO_ON } from "./work.ts";
