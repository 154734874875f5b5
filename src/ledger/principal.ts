/** An authenticated caller, from the HTTP request to the job that runs for it. */
export interface Principal {
  readonly name: string;
  readonly scopes: readonly string[];
  /** When the credentials expire, in seconds since 1970. */
  readonly expiresAt?: number;
}
