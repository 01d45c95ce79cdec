/** A loopback server with a few test routes, which counts the calls of its handlers. */
import assert from 'node:assert/strict';
import { after } from 'node:test';
import * as z from 'zod';
import { type ProblemReason, problem, problemMediaType, problems } from '../../src/contract/problem.ts';
import { type Route, wellFormedString } from '../../src/contract/routes.ts';
import { eventFrame } from '../../src/http/events.ts';
import { type ServedRoute, serveRoute } from '../../src/http/handler.ts';
import { type LoopbackServer, type LoopbackServerOptions, startLoopbackServer } from '../../src/http/server.ts';
import { type FakePeerUser, fakePeerUser } from '../doubles/fake-peer-user.ts';
import { askRaw, type RawAnswer, type RawRequest } from './raw-http.ts';

export const rigRoutes = {
  source: {
    method: 'GET',
    path: '/source',
    summary: 'Some ready bytes',
    responses: { 200: { description: 'Bytes', mediaType: 'application/json' } },
  },
  status: {
    method: 'GET',
    path: '/api/status',
    summary: 'Nothing private',
    responses: { 200: { description: 'Always', json: z.object({ status: z.literal('ok') }) } },
    openToBrowsers: true,
  },
  search: {
    method: 'GET',
    path: '/api/things',
    summary: 'A search',
    query: z.object({ q: z.string().max(100).default(''), limit: z.coerce.number().int().min(1).max(10).default(5) }),
    responses: { 200: { description: 'What was asked for', json: z.object({ q: z.string(), limit: z.int() }) } },
  },
  save: {
    method: 'POST',
    path: '/api/save/test',
    summary: 'A save',
    body: z.object({ content: wellFormedString, filename: z.string().min(1) }),
    responses: { 200: { description: 'Saved', json: z.object({ ok: z.literal(true), bytes: z.int() }) } },
    problems: ['disk-full'],
  },
  remove: {
    method: 'DELETE',
    path: '/api/things/:id',
    summary: 'A removal',
    params: z.object({ id: z.coerce.number().int() }),
    responses: { 200: { description: 'Removed', json: z.object({ id: z.int() }) } },
    problems: ['not-found'],
  },
  events: {
    method: 'GET',
    path: '/api/events',
    summary: 'A stream',
    responses: { 200: { description: 'Events', mediaType: 'text/event-stream' } },
  },
  broken: { method: 'GET', path: '/broken', summary: 'A bug', responses: { 200: { description: 'Never', json: z.null() } } },
} as const satisfies Record<string, Route>;

export const json = ['Content-Type', 'application/json'] as const;

/** A valid save. */
export const save = {
  method: 'POST',
  target: '/api/save/test',
  headers: [json],
  body: '{"content":"a","filename":"a.txt"}',
} as const satisfies RawRequest;

/** The same save with this body. */
export const withBody = (body: string | Uint8Array): RawRequest => ({ ...save, body });

/** The same save with these headers. */
export const postWith = (...headers: [string, string][]): RawRequest => ({ ...save, headers });

/** A valid GET request with these headers. */
export const withHeaders = (...headers: [string, string][]): RawRequest => ({ target: '/source', headers });

/** The origin of Hub's browser extension. */
export const extensionOrigin = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop';

/** A text that a server must never repeat. */
export const canary = 'CANARY-5f1c';

export interface HttpRig extends AsyncDisposable {
  readonly server: LoopbackServer;
  readonly port: number;
  readonly peerUser: FakePeerUser;
  /** How often any handler ran. */
  handled(): number;
  /** How many event streams are open. */
  streaming(): number;
}

export async function startHttpRig(options: Partial<LoopbackServerOptions> = {}): Promise<HttpRig> {
  const counts = { handled: 0, streaming: 0 };
  const peerUser = fakePeerUser();
  const started = await startLoopbackServer({
    port: 0,
    routes: handlers(counts),
    peerUser,
    ...options,
  });
  assert.ok(started.ok);
  const server = started.value;
  return {
    server,
    port: server.port,
    peerUser,
    handled: () => counts.handled,
    streaming: () => counts.streaming,
    [Symbol.asyncDispose]: async () => await server.close(500),
  };
}

/** A rig that all tests of a file share. */
export async function sharedHttpRig(): Promise<HttpRig> {
  const rig = await startHttpRig();
  after(() => rig[Symbol.asyncDispose]());
  return rig;
}

function handlers(counts: { handled: number; streaming: number }): ServedRoute[] {
  const bytes = Buffer.from(JSON.stringify({ lblSourceName: 'x'.repeat(3_000) }));
  const counted = <Value>(value: Value): Value => {
    counts.handled += 1;
    return value;
  };
  return [
    serveRoute(rigRoutes.source, () => counted({ kind: 'bytes', bytes, mediaType: 'application/json', etag: '"v1"' })),
    serveRoute(rigRoutes.status, () => counted({ kind: 'json', value: { status: 'ok' } })),
    serveRoute(rigRoutes.search, ({ query }) => counted({ kind: 'json', value: query })),
    serveRoute(rigRoutes.save, ({ body }) => counted({ kind: 'json', value: { ok: true, bytes: Buffer.byteLength(body.content) } })),
    serveRoute(rigRoutes.remove, ({ params }) =>
      counted(params.id === 404 ? { kind: 'problem', reason: 'not-found' } : { kind: 'json', value: params }),
    ),
    serveRoute(rigRoutes.events, () => counted({ kind: 'events', frames: ticks(counts) })),
    serveRoute(rigRoutes.broken, async () => {
      counted(null);
      throw new Error(canary);
    }),
  ];
}

/** One event, then silence until the client goes. */
function ticks(counts: { streaming: number }): AsyncIterable<string> {
  return {
    [Symbol.asyncIterator]: () => {
      counts.streaming += 1;
      const frames = [eventFrame('source', '{"n":1}')];
      const { promise: end, resolve } = Promise.withResolvers<IteratorReturnResult<undefined>>();
      return {
        next: async () => {
          const value = frames.pop();
          return value === undefined ? end : { done: false, value };
        },
        return: async () => {
          counts.streaming -= 1;
          resolve({ done: true, value: undefined });
          return end;
        },
      };
    },
  };
}

/** Asserts that the next valid request is answered: the server is alive, and the previous request has no effect on it. */
export async function assertStillGood(port: number): Promise<void> {
  assert.equal((await askRaw(port, { target: '/source' })).status, 200);
}

/** Asserts that the answer is this problem, in the common form of problems, without any details that must not be revealed. */
export function assertProblem(answer: RawAnswer | null, reason: ProblemReason): void {
  assert.ok(answer, `closed without an answer, expected ${reason}`);
  const body = problem.parse(JSON.parse(answer.body.toString('utf8')));
  assert.equal(body.type, `urn:hub:problem:${reason}`);
  assert.equal(answer.status, problems[reason].status);
  assert.equal(body.status, answer.status);
  assert.equal(answer.headers.get('content-type'), problemMediaType);
  assert.ok(!answer.body.includes(canary));
  assert.ok(!/ at |node_modules|\.ts\b/.test(answer.body.toString('utf8')), 'a stack');
  assertGuarded(answer);
}

export function assertGuarded(answer: RawAnswer): void {
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(answer.headers.get('cross-origin-resource-policy'), 'same-origin');
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.match(answer.headers.get('content-security-policy') ?? '', /^default-src 'none'/);
  assert.deepEqual(
    [...answer.headers.keys()].filter((name) => name.startsWith('access-control-')),
    [],
  );
}
