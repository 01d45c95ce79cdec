/**
 * One HTTP request to the bridge of the core (§4.1), on a connection of its own to 127.0.0.1. Whoever answers there may be slow or wrong: an
 * answer has one deadline for all of it and a largest size, is never a redirect, and nothing rejects (§7).
 */
import http from 'node:http';
import { within } from '../base/deadline.ts';
import { done, failed, type Outcome } from '../base/outcome.ts';
import { type CallTime, waitMsOf } from './call-time.ts';

export interface BridgeRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

export interface BridgeResponse {
  readonly status: number;
  /** Parsed from JSON. */
  readonly body: unknown;
}

/** `absent`: nobody listens. `no-answer`: not in time, or cut off. `not-understood`: it is not JSON, or longer than any of Hub's. */
export type BridgeFailure = 'absent' | 'no-answer' | 'not-understood';

/** The bridge takes no more and gives no more in one JSON document. */
const longestAnswerBytes = 8 * 1024 * 1024;

/** Sends one request and reads its JSON answer, whatever its status. */
export async function requestBridge(port: number, request: BridgeRequest, time: CallTime): Promise<Outcome<BridgeResponse, BridgeFailure>> {
  const timeoutMs = waitMsOf(time.timeoutMs);
  if (timeoutMs === 0 || time.signal?.aborted) return failed('no-answer');
  if (port < 1 || port > 65_535) return failed('absent');
  const body = request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body));
  const headers = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length };
  const sent = http.request({ host: '127.0.0.1', port, method: request.method, path: request.path, headers, agent: false });
  const abort = (): unknown => sent.destroy();
  time.signal?.addEventListener('abort', abort, { once: true });
  try {
    const outcome = await within(timeoutMs, converse(sent, body));
    return typeof outcome === 'symbol' ? failed('no-answer') : outcome;
  } finally {
    time.signal?.removeEventListener('abort', abort);
    sent.destroy();
  }
}

async function converse(sent: http.ClientRequest, body: Buffer | undefined): Promise<Outcome<BridgeResponse, BridgeFailure>> {
  try {
    const response = await responseTo(sent, body);
    const bytes = await bytesOf(response);
    return bytes === null ? failed('not-understood') : read(response.statusCode ?? 0, bytes);
  } catch (error) {
    const refused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
    return failed(refused ? 'absent' : 'no-answer');
  }
}

function responseTo(sent: http.ClientRequest, body: Buffer | undefined): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve);
    sent.on('error', reject);
    sent.once('close', () => reject(new Error('closed without an answer')));
    sent.end(body);
  });
}

async function bytesOf(response: http.IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > longestAnswerBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function read(status: number, bytes: Buffer): Outcome<BridgeResponse, BridgeFailure> {
  try {
    return done({ status, body: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) });
  } catch {
    return failed('not-understood');
  }
}
