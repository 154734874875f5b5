/** Where an id was created: the server, and which of its instances of the session (each revival is a new instance). */
export interface Origin {
  readonly server: string;
  readonly life: string;
}

/** Prefixes an id with its origin, so that the servers of a session never create the same id. */
export function markedId({ server, life }: Origin, id: string | number): string {
  return `${server}.${life}.${id}`;
}

/** Splits a marked id; undefined for any other value. Ids come from clients and are untrusted. */
export function readMarkedId(id: unknown): { readonly origin: Origin; readonly id: string } | undefined {
  const [, server, life, rest] = (typeof id === "string" && MARKED.exec(id)) || [];
  return server && life && rest ? { origin: { server, life }, id: rest } : undefined;
}

const MARKED = /^([a-z0-9]{1,32})\.(\d{1,12})\.(.{1,200})$/;

export function isSameOrigin(one: Origin, other: Origin): boolean {
  return one.server === other.server && one.life === other.life;
}
