/** Asks a caller without a handle for the id of its session. */
export function sendSession(sessionId: string): string {
  return `No handle was sent: send sessionId: ${JSON.stringify(sessionId)} in args with every following call.`;
}
