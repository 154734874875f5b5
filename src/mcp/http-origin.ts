/** Where an id was made: the server, and which of its lives of a session. */
export interface Origin {
  readonly server: string;
  readonly life: string;
}

/** An id that tells where it was made, so that no two servers of a session give the same one. */
export function markedId({ server, life }: Origin, id: string | number): string {
  return `${server}.${life}.${id}`;
}

/** The parts of a marked id; undefined when it is none. It comes from a client, which may send anything. */
export function readMarkedId(id: unknown): { readonly origin: Origin; readonly id: string } | undefined {
  const [, server, life, rest] = (typeof id === "string" && MARKED.exec(id)) || [];
  return server && life && rest ? { origin: { server, life }, id: rest } : undefined;
}

const MARKED = /^([a-z0-9]{1,32})\.(\d{1,12})\.(.{1,200})$/;

/** Whether both are the same life on the same server. */
export function isSameOrigin(one: Origin, other: Origin): boolean {
  return one.server === other.server && one.life === other.life;
}
