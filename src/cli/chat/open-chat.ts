import type { AgentSession } from "../../host/agent-session.ts";
import type { LLMConfig } from "../../host/config.ts";
import type { PendingCall } from "../../host/loop.ts";
import { Failure } from "../../ledger/index.ts";
import { type ChatHooks, type ChatParts, CommandFailure, type Services, type Terminal } from "../command.ts";
import { line } from "../table.ts";
import { type ApprovalRules, createApproval } from "./approval.ts";
import { createSamplingApproval } from "./sampling-approval.ts";
import {
  callsPerMessage,
  OWN_SERVER,
  readSessionOrder,
  type SessionFlags,
  type SessionOrder,
} from "./session-config.ts";

/** A chat that is under way: what its commands and messages work on. */
export interface Chat {
  readonly parts: ChatParts;
  readonly terminal: Terminal;
  readonly session: AgentSession;
}

/** What a chat is opened with. */
export interface ChatOpening {
  readonly terminal: Terminal;
  readonly services: Services;
  readonly flags: SessionFlags & { readonly yes?: boolean };
  /** Who is asked; absent where nobody is there. */
  readonly ask?: ApprovalRules["ask"];
  readonly elicit?: ChatHooks["elicit"];
  readonly signIn?: ChatHooks["signIn"];
  /** Columns of the terminal. */
  readonly width?: () => number;
}

/** A chat whose flags, file and key are in order; nothing is started before it is opened. */
export interface PreparedChat extends AsyncDisposable {
  /** The servers that opening starts. */
  readonly servers: readonly string[];
  open(): Promise<Chat>;
}

/** Checks what a chat needs. */
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
  const isOwn = ({ server }: PendingCall) => server === OWN_SERVER && order.hasOwnServer;
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
  const order = readSessionOrder(flags, parts, terminal.workingFolder);
  return {
    servers: Object.keys(order.config.servers ?? {}),
    async open() {
      chat = { parts, terminal, session: await openSession(parts, order, flags.resume) };
      // The other limits that the session was kept with stay.
      if (flags.resume !== undefined && order.limit !== undefined) await setLimit(chat, order.limit);
      return chat;
    },
    [Symbol.asyncDispose]: () => parts.close(),
  };
}

/** Sets the tool calls of each message; its other limits stay. */
export async function setLimit({ parts, session }: Chat, calls: number): Promise<void> {
  const { max_tool_calls: others } = session.llmConfig;
  await parts.manager.setLimits(session.id, { max_tool_calls: callsPerMessage(calls, others) });
}

/** A new session, or one that is resumed; what is wrong is one line. */
async function openSession(
  { manager }: ChatParts,
  { config }: SessionOrder,
  resume: string | undefined,
): Promise<AgentSession> {
  try {
    // A configuration for a new session has its model.
    return await (resume === undefined
      ? manager.initializeSession(config as LLMConfig)
      : manager.resumeSession(resume, config));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new CommandFailure(error.code === "SESSION_NOT_FOUND" ? notFound(resume) : oneLine(error));
  }
}

/** What a failure says, in one line. */
export function oneLine({ message }: Failure): string {
  return line(message.replaceAll("\n", "; "));
}

function notFound(resume = ""): string {
  return `--resume: there is no chat '${line(resume, 80)}'. \`clew sessions list\` shows the sessions there are.`;
}
