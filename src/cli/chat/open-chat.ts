import type { AgentSession } from "../../host/agent-session.ts";
import type { LLMConfig } from "../../host/config.ts";
import type { SamplingOptions, SamplingRequest } from "../../host/index.ts";
import type { PendingCall } from "../../host/loop.ts";
import { Failure } from "../../ledger/index.ts";
import { type ChatHooks, type ChatParts, CommandFailure, type Services, type Terminal } from "../command.ts";
import { matchSessionId } from "../find-session-id.ts";
import { line } from "../table.ts";
import { type ApprovalRules, createApproval } from "./approval.ts";
import { foreignText } from "./foreign-text.ts";
import {
  callsPerMessage,
  OWN_SERVER,
  readSessionSetup,
  type SessionFlags,
  type SessionSetup,
} from "./session-config.ts";

/** An open chat. */
export interface Chat {
  readonly parts: ChatParts;
  readonly terminal: Terminal;
  readonly session: AgentSession;
}

/** Options for opening a chat. */
export interface ChatOpening {
  readonly terminal: Terminal;
  readonly services: Services;
  readonly flags: SessionFlags & { readonly yes?: boolean };
  /** Asks the user; absent without a terminal. */
  readonly ask?: ApprovalRules["ask"];
  readonly elicit?: ChatHooks["elicit"];
  readonly signIn?: ChatHooks["signIn"];
  /** Columns of the terminal. */
  readonly width?: () => number;
}

/** A chat whose flags, file and key are valid; `open` starts it. */
interface PreparedChat extends AsyncDisposable {
  /** The servers that opening starts. */
  readonly servers: readonly string[];
  open(): Promise<Chat>;
}

/** Checks flags, file and key. */
export async function prepareChat({
  terminal,
  services,
  flags,
  ask,
  elicit,
  signIn,
  width,
}: ChatOpening): Promise<PreparedChat> {
  let chat: Chat | undefined;
  const isOwn = ({ server }: PendingCall) => server === OWN_SERVER && setup.hasOwnServer;
  const approve = createApproval({
    yes: flags.yes === true,
    isOwn,
    out: terminal.out,
    ...(ask && { ask }),
  });
  const parts = await services.chat(services.config({ ...flags }), {
    approve,
    approveSampling: createSamplingApproval({
      yes: flags.yes === true,
      out: terminal.out,
      width: width ?? (() => 80),
      ...(ask && { ask }),
    }),
    ...(elicit && { elicit }),
    ...(signIn && { signIn }),
  });
  const setup = readSessionSetup(flags, parts, terminal.workingFolder);
  return {
    servers: Object.keys(setup.config.servers ?? {}),
    async open() {
      chat = { parts, terminal, session: await openSession(parts, setup, flags.resume) };
      // The session's other stored limits stay.
      if (flags.resume !== undefined && setup.limit !== undefined) await setLimit(chat, setup.limit);
      return chat;
    },
    [Symbol.asyncDispose]: () => parts.close(),
  };
}

/** Sets the tool calls per message; other limits stay. */
export async function setLimit({ parts, session }: Chat, calls: number): Promise<void> {
  const { max_tool_calls: others } = session.llmConfig;
  await parts.manager.setLimits(session.id, { max_tool_calls: callsPerMessage(calls, others) });
}

/** Opens or resumes a session; errors are one line. */
async function openSession(
  { manager, store }: ChatParts,
  { config }: SessionSetup,
  resume: string | undefined,
): Promise<AgentSession> {
  try {
    // The configuration of a new session always has a model.
    return await (resume === undefined
      ? manager.initializeSession(config as LLMConfig)
      : manager.resumeSession((await matchSessionId(store, resume)) ?? resume, config));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new CommandFailure(error.code === "SESSION_NOT_FOUND" ? notFound(resume) : oneLine(error));
  }
}

/** A failure's message in one line. */
export function oneLine({ message }: Failure): string {
  return line(message.replaceAll("\n", "; "));
}

function notFound(resume = ""): string {
  return `--resume: no chat '${line(resume, 80)}'. Run \`clew sessions list\` to see the sessions.`;
}

/** The rules for approving sampling requests. */
interface SamplingRules extends Pick<ApprovalRules, "yes" | "ask" | "out"> {
  /** Columns of the terminal. */
  readonly width: () => number;
}

/** Asks the user whether a server may use the model; refuses without a terminal. */
function createSamplingApproval({ yes, ask, out, width }: SamplingRules): SamplingOptions["approve"] {
  return async (request, signal) => {
    if (yes) return true;
    if (!ask) return false;
    const server = `the server '${line(request.server, 64)}'`;
    const question = `let ${server} send this to the model? [y]es / [n]o / [s]how `;
    for (;;) {
      const given = (await ask(question, signal))?.trim().toLowerCase();
      if (given === undefined || given === "n" || given === "no") return false;
      if (given === "y" || given === "yes") return true;
      if (given === "s" || given === "show") out(foreignText(textOf(request), width()));
    }
  };
}

function textOf({ systemPrompt, messages, maxTokens }: SamplingRequest): string {
  const texts = messages.map(({ role, text }) => `${role}: ${text}`);
  return [
    ...(systemPrompt === undefined ? [] : [`system: ${systemPrompt}`]),
    ...texts,
    `at most ${maxTokens} tokens`,
  ].join("\n");
}
