/** From an admitted request to its handler's answer: validates by the route's schemas, for every route. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as z from 'zod';
import { done, failed, type Outcome } from '../base/outcome.ts';
import type { ProblemReason } from '../contract/problem.ts';
import type { BodyOf, ParamsOf, QueryOf, Route } from '../contract/routes.ts';
import type { Answer } from './answer.ts';
import { describeFault, parseBody, parseQuery } from './body.ts';
import { type PeerConnection, peerConnectionOf } from './connections.ts';
import type { PathParameters } from './route-table.ts';

/** What a handler gets: params, query and body have passed the route's schemas. */
export interface RequestOf<R extends Route> {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** A signal that aborts when nobody waits for the answer any more. */
  readonly gone: () => AbortSignal;
  readonly sender: () => Sender;
}

export interface Sender {
  /** That of the extension, on a route for extensions. */
  readonly origin: string | null;
  /** Null if it is closed already. */
  readonly connection: PeerConnection | null;
}

/** A route with its handler. */
export interface ServedRoute {
  readonly route: Route;
  readonly handle: (request: RequestOf<Route>) => Answer | Promise<Answer>;
}

/** Joins a row of a route table with its handler. An exception of the handler is a bug: answered 500 and logged without its message. */
export function serveRoute<const R extends Route>(route: R, handle: (request: RequestOf<R>) => Answer | Promise<Answer>): ServedRoute {
  // `answerRequest` has parsed params, query and body by the schemas of this route.
  return { route, handle: (request) => handle(request as unknown as RequestOf<R>) };
}

/** A routed request with its complete body; null if the route takes none. */
export interface RoutedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly params: PathParameters;
  /** The part after the `?`, undecoded, or null. */
  readonly query: string | null;
  readonly body: Uint8Array | null;
}

/** The handler's answer, or the problem that a schema found. Throws or rejects as the handler does. */
export function answerRequest({ route, handle }: ServedRoute, routed: RoutedRequest): Answer | Promise<Answer> {
  const params = readParams(route, routed.params);
  if (!params.ok) return problem(params);
  const query = readQuery(route, routed.query);
  if (!query.ok) return problem(query);
  const body = readBody(route, routed.body);
  if (!body.ok) return problem(body);
  const gone = (): AbortSignal => signalOfClose(routed.response);
  const sender = (): Sender => ({ origin: routed.request.headers.origin ?? null, connection: peerConnectionOf(routed.request.socket) });
  return handle({ params: params.value, query: query.value, body: body.value, gone, sender } as RequestOf<Route>);
}

/** Made only for who asks: each costs a hot route more than all the rest of it. */
function signalOfClose(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.closed || response.destroyed) gone.abort();
  else response.once('close', () => gone.abort());
  return gone.signal;
}

type Read = Outcome<unknown, ProblemReason>;
const nothing = done(undefined);

function problem({ reason, detail }: { reason: ProblemReason; detail?: string }): Answer {
  return { kind: 'problem', reason, ...(detail !== undefined && { detail }) };
}

function readParams({ params }: Route, raw: unknown): Read {
  if (params === undefined) return done(raw);
  const checked = params.safeParse(raw);
  return checked.success ? done(checked.data) : failed('not-found');
}

function readQuery({ query }: Route, raw: string | null): Read {
  if (query === undefined) return nothing;
  const values = parseQuery(raw ?? '');
  return values.ok ? check('query', query, values.value) : values;
}

function readBody({ body }: Route, raw: Uint8Array | null): Read {
  if (body === undefined) return nothing;
  const value = parseBody(raw ?? new Uint8Array());
  return value.ok ? check('body', body, value.value) : value;
}

function check(place: string, schema: z.ZodType, value: unknown): Read {
  const checked = schema.safeParse(value);
  return checked.success ? done(checked.data) : failed('invalid-request', describeFault(place, checked.error));
}
