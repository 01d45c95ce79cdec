/**
 * Asks what is at the port, before it is trusted with anything: any program may have the port while Hub is away. The token is sent only to one that proves that it
 * knows the token (`proofWords`), and nothing that is sent here helps anybody to prove it.
 */
import * as z from 'zod/mini';
import { proofWords } from '../../src/contract/extension-messages.ts';
import type { Answering, Proving } from './connection-rules.ts';

const withinMs = 3_000;
const usual = { credentials: 'omit', cache: 'no-store', redirect: 'error' } as const;
const answerSchema = z.union([z.object({ proof: z.string() }), z.object({ type: z.string() })]);

/** It has no such pairing; or none of this extension, which a browser does not let it read. */
const unpaired: readonly string[] = ['urn:hub:problem:not-found', 'urn:hub:problem:foreign-origin'];

/** Whether what listens at the port knows this token. */
export async function askForProof(token: string, port: number): Promise<Proving> {
  const nonce = crypto.getRandomValues(new Uint8Array(32));
  const key = await digestOf(bytesOf(token));
  const pairing = hex((await digestOf(bytesOf(proofWords.pairing, key))).subarray(0, 8));
  const answer = await ask(port, { pairing, nonce: base64Url(nonce) });
  if (answer === null) return 'unreadable';
  if (answer === 'not-hubs' || answer === 'silent') return 'another';
  if ('proof' in answer) return answer.proof === (await proofOf(key, nonce)) ? 'proven' : 'another';
  if (unpaired.includes(answer.type)) return 'unknown-pairing';
  return answer.type.startsWith('urn:hub:problem:') ? 'not-now' : 'another';
}

/** `silent`: somebody has taken the connection, and says nothing. Null: there is no answer, or none that may be read. */
async function ask(port: number, body: object): Promise<z.infer<typeof answerSchema> | 'not-hubs' | 'silent' | null> {
  try {
    const response = await post(port, '/api/prove', JSON.stringify(body));
    const read = answerSchema.safeParse(await response.json());
    return read.success ? read.data : 'not-hubs';
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') return 'silent';
    return error instanceof SyntaxError ? 'not-hubs' : null;
  }
}

/**
 * What is at the port. Hub answers an empty request to pair to every extension, as a problem (RFC 9457); that an answer may not be read, to somebody whom it
 * does not admit. An answer that may not be read at all is told from none by a request that does not read it.
 */
export async function whatAnswers(port: number): Promise<Answering> {
  try {
    const response = await post(port, '/api/pair', '{}');
    return response.headers.get('content-type')?.startsWith('application/problem+json') === true ? 'hub' : 'another';
  } catch {
    const address = `http://127.0.0.1:${port}/api/pair`;
    const isThere = await fetch(address, { ...usual, mode: 'no-cors', redirect: 'follow', signal: AbortSignal.timeout(withinMs) }).then(
      () => true,
      () => false,
    );
    return isThere ? 'another' : 'nothing';
  }
}

async function post(port: number, path: string, body: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(withinMs);
  return await fetch(`http://127.0.0.1:${port}${path}`, { ...usual, method: 'POST', headers, body, signal });
}

async function proofOf(key: Bytes, nonce: Bytes): Promise<string> {
  const hmac = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return base64Url(new Uint8Array(await crypto.subtle.sign('HMAC', hmac, bytesOf(proofWords.proof, nonce))));
}

type Bytes = Uint8Array<ArrayBuffer>;

async function digestOf(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

function bytesOf(words: string, more: Uint8Array = new Uint8Array()): Bytes {
  const encoded = new TextEncoder().encode(words);
  const bytes = new Uint8Array(encoded.length + more.length);
  bytes.set(encoded);
  bytes.set(more, encoded.length);
  return bytes;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Without its end (RFC 4648 §5). */
function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (letter) => (letter === '+' ? '-' : letter === '/' ? '_' : ''));
}
