/** The command's side of the HTTP bridge. It dials 127.0.0.1 and the port that the supervisor tells, so that it meets this Hub and no other. */
import http from 'node:http';
import { problem } from '../contract/problem.ts';
import type { Places } from '../platform/locations.ts';
import { askStatus } from './supervisor-client.ts';

export type BridgeAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'refused'; readonly status: number; readonly detail: string }
  | { readonly kind: 'not-running' }
  | { readonly kind: 'no-bridge'; readonly detail: string };

export interface BridgeRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly timeoutMs?: number;
}

/** Sends one request and reads its JSON answer. Never rejects. */
export async function askBridge(places: Places, request: BridgeRequest): Promise<BridgeAnswer> {
  const status = await askStatus(places, 2_000);
  if (status === null) return { kind: 'not-running' };
  const core = status.components.find((component) => component.id === 'python_core');
  if (status.ports.bridge === null) return { kind: 'no-bridge', detail: core?.reason ?? `the core is ${core?.state ?? 'missing'}` };
  return send(status.ports.bridge, request);
}

function send(port: number, request: BridgeRequest): Promise<BridgeAnswer> {
  const body = request.body === undefined ? null : Buffer.from(JSON.stringify(request.body));
  const headers = body === null ? {} : { 'content-type': 'application/json', 'content-length': body.length };
  return new Promise((resolve) => {
    const sent = http.request({ host: '127.0.0.1', port, method: request.method, path: request.path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(read(response.statusCode ?? 0, Buffer.concat(chunks).toString())));
      response.on('error', () => resolve({ kind: 'no-bridge', detail: 'its answer was cut off' }));
    });
    sent.setTimeout(request.timeoutMs ?? 15_000, () => sent.destroy(new Error('no answer in time')));
    sent.on('error', () => resolve({ kind: 'no-bridge', detail: 'it does not answer' }));
    sent.end(body);
  });
}

function read(status: number, text: string): BridgeAnswer {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { kind: 'no-bridge', detail: 'its answer is not JSON' };
  }
  if (status < 400) return { kind: 'answer', status, body };
  const told = problem.safeParse(body);
  return { kind: 'refused', status, detail: told.success ? told.data.detail : `status ${status}` };
}
