import type * as z from "zod";
import type { Change, WriteDocument } from "../../ledger/index.ts";
import type { Notebooks } from "../../notebook/notebooks.ts";
import type { Sessions } from "../../sessions/index.ts";
import type { Feed } from "../../store/feed.ts";
import type { Store } from "../../store/port.ts";
import type { Sample } from "../../telemetry/registry.ts";
import type { Principal } from "../auth/principal.ts";
import type { Scope } from "../auth/scope.ts";
import type { Health } from "./schemas.ts";

/** The ledger as one caller sees it. */
export interface ApiView {
  readonly sessions: Sessions;
  readonly store: Store;
  readonly notebooks: Notebooks;
  /** A change as this caller sees it, undefined if it must not; by default, every change as it is. */
  readonly sees?: (change: Change) => Change | undefined;
}

/** What the routes are served from. */
export interface ApiParts {
  readonly viewOf: (principal: Principal | undefined) => ApiView;
  /** The feed of the whole ledger. */
  readonly feed: Feed;
  readonly health: () => Promise<Health>;
  readonly samples: () => Promise<readonly Sample[]>;
  readonly version: string;
  /** Aborted when the server stops: streams that would stay end. */
  readonly stopping?: AbortSignal;
  /** How long an agent seems to think between two thoughts of the example, in milliseconds. */
  readonly examplePaceMs?: number;
  /** Writes a session as one page that needs nothing else; absent where the viewer was not built. */
  readonly exportHtml?: WriteDocument | undefined;
}

/** What a route is given besides its input. */
export interface ApiContext extends ApiView {
  readonly parts: ApiParts;
  /** Aborted when nobody listens any more. */
  readonly signal: AbortSignal;
  header(name: string): string | undefined;
  /** Told of a fault in what goes on after the answer. */
  report(error: unknown): void;
}

type Fields = z.ZodObject;
type NoFields = z.ZodObject<Record<never, never>>;

/** What a route says of itself; the route that is served and its description are both made from it. */
export interface RouteFacts<P extends Fields = Fields, Q extends Fields = Fields, B extends Fields = Fields> {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below `/api`, with variables as `:name`. */
  readonly path: string;
  readonly summary: string;
  /** What a caller must be allowed to do. */
  readonly scopes: readonly Scope[];
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
}

/** What was sent, as the schemas of the route have it. */
export interface RouteInput<P extends Fields = Fields, Q extends Fields = Fields, B extends Fields = Fields> {
  readonly params: z.output<P>;
  readonly query: z.output<Q>;
  readonly body: z.output<B>;
}

/** An event of a stream. */
export interface ApiEvent {
  readonly event: string;
  readonly data: unknown;
  readonly id?: string;
}

/** A document that is downloaded. */
export interface ApiFile {
  readonly type: string;
  readonly name: string;
  readonly pieces: AsyncIterable<string>;
}

/** How a route answers: with JSON, with a stream of events, or with a file. */
export type Answering =
  | { readonly answer: z.ZodType; run(input: RouteInput, context: ApiContext): Promise<unknown> }
  | {
      readonly events: Readonly<Record<string, z.ZodType>>;
      /** Goes on until the caller leaves; counted apart from requests. */
      readonly stays?: boolean;
      /** What fails before the stream begins is a refusal; afterwards it is an `error` event. */
      run(input: RouteInput, context: ApiContext): Promise<AsyncIterable<ApiEvent>>;
    }
  | {
      /** The media types that a file may have. */
      readonly media: readonly string[];
      run(input: RouteInput, context: ApiContext): Promise<ApiFile>;
    };

/** A route of the API. */
export type Route = RouteFacts & Answering;

/** A route that answers with JSON; checks its types and changes nothing. */
export function jsonRoute<
  A extends z.ZodType,
  P extends Fields = NoFields,
  Q extends Fields = NoFields,
  B extends Fields = NoFields,
>(
  route: RouteFacts<P, Q, B> & {
    readonly answer: A;
    run(input: RouteInput<P, Q, B>, context: ApiContext): Promise<Told<z.output<A>>>;
  },
): Route {
  return route as unknown as Route;
}

/** A route that answers with events, the last of which is `done` or `error` unless the caller leaves. */
export function eventRoute<
  E extends Readonly<Record<string, z.ZodType>>,
  P extends Fields = NoFields,
  Q extends Fields = NoFields,
  B extends Fields = NoFields,
>(
  route: RouteFacts<P, Q, B> & {
    readonly events: E;
    readonly stays?: boolean;
    run(input: RouteInput<P, Q, B>, context: ApiContext): Promise<AsyncIterable<EventOf<E>>>;
  },
): Route {
  return route as unknown as Route;
}

/** A route that answers with a file. */
export function fileRoute<P extends Fields = NoFields, Q extends Fields = NoFields>(
  route: RouteFacts<P, Q, NoFields> & {
    readonly media: readonly string[];
    run(input: RouteInput<P, Q, NoFields>, context: ApiContext): Promise<ApiFile>;
  },
): Route {
  return route as unknown as Route;
}

/** One of these events. */
export type EventOf<E extends Readonly<Record<string, z.ZodType>>> = {
  [K in keyof E & string]: {
    readonly event: K;
    readonly data: Told<z.output<E[K]>>;
    readonly id?: string;
  };
}[keyof E & string];

/** A value of a schema as it may be told: nobody changes it any more. */
export type Told<T> = T extends readonly (infer E)[]
  ? readonly Told<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Told<T[K]> }
    : T;
