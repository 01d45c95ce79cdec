/** From an admitted request to its answer: finds the row again, reads the body within its limit, runs the handler, sends its answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorCode, errorOrigin, type Log, vetted } from '../base/log.ts';
import type { Route } from '../contract/routes.ts';
import { type Answer, disconnectIfStalled, type FileAnswer, refuseRequest, writeAnswer } from './answer.ts';
import { BodyRoom, collectBody } from './body.ts';
import { sendEvents } from './events.ts';
import { openAnswered, sendFile } from './file.ts';
import { answerRequest, type RoutedRequest, type ServedRoute } from './handler.ts';
import type { HttpLimits } from './limits.ts';
import { type RouteTable, splitTarget } from './route-table.ts';

export interface RouterParts {
  readonly routes: RouteTable<ServedRoute>;
  readonly limits: HttpLimits;
  /** Aborted when the server stops: streams end, and every connection closes after its answer. */
  readonly stopping: AbortSignal;
  readonly log: Pick<Log, 'error' | 'debug' | 'isDetailed'> | null;
}

/** Answers one request, now or later. Never throws and never rejects: either would end the process. */
export type Router = (request: IncomingMessage, response: ServerResponse) => void;

export function openRouter({ routes, limits, stopping, log }: RouterParts): Router {
  let openStreams = 0;
  let openFiles = 0;
  let working = 0;
  const bodies = new BodyRoom(limits);

  const stream = async (response: ServerResponse, frames: AsyncIterable<string>): Promise<void> => {
    openStreams += 1;
    try {
      await sendEvents(response, frames, stopping, {
        keepAliveMs: limits.eventKeepAliveMs,
        stalledMs: limits.eventStalledMs,
        stillMs: limits.stillMs,
      });
    } finally {
      openStreams -= 1;
    }
  };

  const sendOpened = async (answer: FileAnswer, { request, response }: RoutedRequest): Promise<void> => {
    if (request.socket.destroyed) return;
    if (openStreams + openFiles >= limits.lastingAnswers)
      return writeAnswer(request, response, { kind: 'problem', reason: 'unavailable' }, 'close', limits.stillMs);
    openFiles += 1;
    try {
      const handle = await openAnswered(answer);
      const closes = stopping.aborted;
      if (handle !== null) {
        await sendFile(response, answer, handle, { stalledMs: limits.fileStalledMs, closes });
        disconnectIfStalled(request, response, limits.stillMs);
      } else writeAnswer(request, response, { kind: 'problem', reason: 'not-found' }, closes ? 'close' : 'keep', limits.stillMs);
    } finally {
      openFiles -= 1;
    }
  };

  const send = (answer: Answer, routed: RoutedRequest): Promise<void> | null => {
    const { request, response } = routed;
    if (answer.kind === 'file') return sendOpened(answer, routed);
    if (answer.kind === 'events') {
      const hasRoom = openStreams < limits.eventStreams && openStreams + openFiles < limits.lastingAnswers;
      if (!stopping.aborted && hasRoom) return stream(response, answer.frames);
      writeAnswer(request, response, { kind: 'problem', reason: 'unavailable' }, 'close', limits.stillMs);
    } else {
      writeAnswer(request, response, answer, stopping.aborted ? 'close' : 'keep', limits.stillMs);
    }
    return null;
  };

  const failWith = (error: unknown, { request, response }: RoutedRequest): void => {
    log?.error('request_failed', { code: errorCode(error), at: errorOrigin(error) });
    if (response.headersSent) response.destroy();
    else writeAnswer(request, response, { kind: 'problem', reason: 'internal' }, 'close', limits.stillMs);
  };

  const sendLate = async (answer: Promise<Answer>, routed: RoutedRequest): Promise<void> => {
    working += 1;
    const late = await answer.finally(() => {
      working -= 1;
    });
    await send(late, routed);
  };

  /** An answer that is available at once is sent at once: each promise in between costs a busy route several percent. */
  const respond = (served: ServedRoute, routed: RoutedRequest): Promise<void> | null => {
    try {
      const answer = answerRequest(served, routed);
      const sent = answer instanceof Promise ? sendLate(answer, routed) : send(answer, routed);
      return sent === null ? null : sent.catch((error: unknown) => failWith(error, routed));
    } catch (error) {
      failWith(error, routed);
      return null;
    }
  };

  const respondWithBody = async (served: ServedRoute, routed: RoutedRequest): Promise<void> => {
    using place = bodies.place();
    const body = await collectBody(routed.request, limits.bodyBytes, place);
    if (body.ok) await respond(served, { ...routed, body: body.value });
    else refuseRequest(routed.request, routed.response, body.reason, limits);
  };

  return (request, response) => {
    const { path, query } = splitTarget(request.url ?? '');
    const match = routes.find(request.method ?? '', path);
    if (match === null) {
      refuseRequest(request, response, 'unknown-route', limits);
      return;
    }
    const { route } = match.row;
    // Reads are answered at once, and are not limited.
    if (working >= limits.workingHandlers && route.method !== 'GET') {
      refuseRequest(request, response, 'unavailable', limits);
      return;
    }
    if (log?.isDetailed) tellEnd(log, route, response);
    const routed = { request, response, params: match.params, query, body: null };
    if (route.body === undefined) void respond(match.row, routed);
    else void respondWithBody(match.row, routed);
  };
}

/** Logs a line when the answer is sent, or its reader is gone: the route, in the form `api.fragments.id`, and the result. */
function tellEnd(log: Pick<Log, 'debug'>, { method, path }: Route, response: ServerResponse): void {
  const startMs = performance.now();
  const route = vetted(path.replaceAll(/[/:]+/g, '.').slice(1));
  response.once('close', () => {
    const ms = Math.round((performance.now() - startMs) * 10) / 10;
    log.debug('request', { method, route, status: response.statusCode, whole: response.writableFinished, ms });
  });
}
