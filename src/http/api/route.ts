import type * as z from "zod";
import type { BackgroundImport } from "../../import/background.ts";
import type { Change, WriteDocument } from "../../ledger/index.ts";
import type { Principal } from "../../ledger/principal.ts";
import type { Notebooks } from "../../notebook/notebooks.ts";
import type { Sessions } from "../../sessions/index.ts";
import type { Feed } from "../../store/feed.ts";
import type { Store } from "../../store/port.ts";
import type { Sample } from "../../telemetry/registry.ts";
import type { Scope } from "../auth/scope.ts";
import type { Health } from "./server-schemas.ts";

/** The ledger as one caller sees it. */
export interface ApiView {
  readonly sessions: Sessions;
  readonly store: Store;
  readonly notebooks: Notebooks;
  /** Returns a change as this caller may see it, or undefined to hide it. By default nothing is hidden. */
  readonly sees?: (change: Change) => Change | undefined;
}

/** What the routes need. */
export interface ApiParts {
  readonly viewOf: (principal: Principal | undefined) => ApiView;
  /** The feed of the whole ledger. */
  readonly feed: Feed;
  readonly health: () => Promise<Health>;
  readonly samples: () => Promise<readonly Sample[]>;
  readonly version: string;
  /** Aborted when the server stops: open streams end. */
  readonly stopping?: AbortSignal;
  /** The pause between two thoughts of the example, in milliseconds. */
  readonly examplePaceMs?: number;
  /** Imports of transcripts; absent where there are none. */
  readonly imports?: BackgroundImport;
  /** Writes a session as one self-contained page; absent if the viewer was not built. */
  readonly exportHtml?: WriteDocument | undefined;
}

/** What a route gets in addition to its input. */
export interface ApiContext extends ApiView {
  /** The caller; absent if authentication is off. */
  readonly principal?: Principal | undefined;
  readonly parts: ApiParts;
  /** The name of the caller: its principal's, or `local` if authentication is off. */
  readonly by: string;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
  header(name: string): string | undefined;
  /** Reports an error that occurs after the answer was sent. */
  report(error: unknown): void;
}

type Fields = z.ZodObject;
type NoFields = z.ZodObject<Record<never, never>>;

/** The description of a route, from which the served route and the reference are generated. */
export interface RouteFacts<P extends Fields = Fields, Q extends Fields = Fields, B extends Fields = Fields> {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below `/api`, with variables as `:name`. */
  readonly path: string;
  readonly summary: string;
  /** The status of a successful answer; 200 by default. */
  readonly status?: 201;
  /** The scopes that a caller needs. */
  readonly scopes: readonly Scope[];
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
}

/** The parsed input of a route. */
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

/** A downloaded document. */
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
      /** Set if the stream stays open until the caller disconnects; such streams are counted separately from requests. */
      readonly stays?: boolean;
      /** A failure before the stream starts is an error response; afterwards it is an `error` event. */
      run(input: RouteInput, context: ApiContext): Promise<AsyncIterable<ApiEvent>>;
    }
  | {
      /** The possible media types of the file. */
      readonly media: readonly string[];
      run(input: RouteInput, context: ApiContext): Promise<ApiFile>;
    };

/** A route of the API. */
export type Route = RouteFacts & Answering;

/** A route that answers with JSON. Only checks types. */
export function jsonRoute<
  A extends z.ZodType,
  P extends Fields = NoFields,
  Q extends Fields = NoFields,
  B extends Fields = NoFields,
>(
  route: RouteFacts<P, Q, B> & {
    readonly answer: A;
    run(input: RouteInput<P, Q, B>, context: ApiContext): Promise<DeepReadonly<z.output<A>>>;
  },
): Route {
  return route as unknown as Route;
}

/** A route that answers with events; the last is `done` or `error` unless the caller disconnects. */
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

/** The type of any of these events. */
export type EventOf<E extends Readonly<Record<string, z.ZodType>>> = {
  [K in keyof E & string]: {
    readonly event: K;
    readonly data: DeepReadonly<z.output<E[K]>>;
    readonly id?: string;
  };
}[keyof E & string];

/** A value whose parts are all read-only. */
export type DeepReadonly<T> = T extends readonly (infer E)[]
  ? readonly DeepReadonly<E>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;
