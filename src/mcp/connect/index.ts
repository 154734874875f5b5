export { connectServers } from "./connect-servers.ts";
export type { ServerEntries } from "./entries.ts";
export { ServerError } from "./explain.ts";
export { createOAuth, type OAuthOptions } from "./oauth.ts";
export { authorizeOnLoopback } from "./oauth-loopback.ts";
export { fileOAuthStore, memoryOAuthStore, type OAuthState, type OAuthStore } from "./oauth-store.ts";
export type {
  Answered,
  Callbacks,
  ConnectOptions,
  FindAuth,
  Question,
  Root,
  Sampled,
  SamplingRequest,
  ServerAuth,
} from "./options.ts";
export type * from "./outcome.ts";
export type * from "./server-set.ts";
