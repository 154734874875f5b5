export { connectServers } from "./connect-servers.ts";
export type { ServerEntries } from "./entries.ts";
export { ServerError } from "./explain.ts";
export {
  createOAuth,
  fileOAuthStore,
  memoryOAuthStore,
  type OAuthOptions,
  type OAuthState,
  type OAuthStore,
} from "./oauth.ts";
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
export { authorizeOnLoopback } from "./sign-in.ts";
