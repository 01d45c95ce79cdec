/** From a request that passed the gates to its handler's answer: what the route's schemas say is checked here, once for every route. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type * as z from 'zod';
import { done, failed, type Outcome } from '../base/outcome.ts';
import type { ProblemReason } from '../contract/problem.ts';
import type { BodyOf, ParamsOf, QueryOf, Route } from '../contract/routes.ts';
import type { Answer } from './http-answer.ts';
import { describeFault, parseBody, parseQuery } from './http-body.ts';
import type { PathParameters } from './http-route-table.ts';

/** What a handler gets: everything in it has passed the route's schemas. */
export interface RequestOf<R extends Route> {
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  readonly headers: IncomingHttpHeaders;
  /** Aborts when the client goes, or when the server stops waiting for the answer. */
  readonly signal: AbortSignal;
}

/** A route with what answers it. */
export interface ServedRoute {
  readonly route: Route;
  readonly handle: (request: RequestOf<Route>) => Answer | Promise<Answer>;
}

/** Joins a row of a route table with its handler. What the handler throws is a bug: answered 500 and logged without its message. */
export function serve<const R extends Route>(route: R, handle: (request: RequestOf<R>) => Answer | Promise<Answer>): ServedRoute {
  // `answerRequest` has parsed params, query and body by this very route's schemas.
  return { route, handle: (request) => handle(request as unknown as RequestOf<R>) };
}

/** A request that was routed, and whose body is there whole; null where the route takes none. */
export interface RoutedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly params: PathParameters;
  /** What stands after the `?`, undecoded, or null. */
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
  return handle(new CheckedRequest(routed, params.value, query.value, body.value) as RequestOf<Route>);
}

/** What most handlers never ask for is made when it is asked for. */
class CheckedRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly #routed: RoutedRequest;
  #controller: AbortController | null = null;

  constructor(routed: RoutedRequest, params: unknown, query: unknown, body: unknown) {
    this.#routed = routed;
    this.params = params;
    this.query = query;
    this.body = body;
  }

  get headers(): IncomingHttpHeaders {
    return this.#routed.request.headers;
  }

  get signal(): AbortSignal {
    this.#controller ??= abortedByClose(this.#routed.response);
    return this.#controller.signal;
  }
}

function abortedByClose(response: ServerResponse): AbortController {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  else response.once('close', () => controller.abort());
  return controller;
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
