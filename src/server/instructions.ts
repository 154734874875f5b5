/** What a client may show its model about this server. */
export const instructions =
  "Clew records reasoning in a durable ledger. Use thoughtbox for chains with branches and revisions, think for single notes. Pass the sessionId (session_id) of an answer to go on in that session.";
