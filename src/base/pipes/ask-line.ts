/**
 * The client end of a line pipe. The peer may be absent, halted, wrong or hostile: a question has one of a few outcomes within its time, and never
 * rejects (§7). Nothing is sent to a socket that another user could have put there.
 */
import { lstatSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { within } from '../deadline.ts';
import { done, failed, type Outcome } from '../outcome.ts';
import { isSocketFile, linesOf, longestLineBytes, tooLong } from './pipe-lines.ts';

/**
 * `absent`: nobody listens. `busy`: too many clients wait already. `not-ours`: the pipe or its folder belongs to another user, or is open to others.
 * In these three cases nothing was sent. `no-answer`: the question may have arrived, but no answer of one line of JSON came.
 */
export type AskFailure = 'absent' | 'busy' | 'not-ours' | 'no-answer';

export interface AskOptions {
  readonly timeoutMs: number;
  /** Ends the wait early, as `no-answer`. */
  readonly signal?: AbortSignal | undefined;
  /** Whether a pipe that is not a file belongs to this user (Windows). */
  readonly isOurs?: ((pipe: string) => boolean) | undefined;
}

/** Sends one request, any JSON value, and resolves to the parsed answer. One that can't be serialized as JSON is `no-answer`, and not sent. */
export async function askLine(pipe: string, request: unknown, options: AskOptions): Promise<Outcome<unknown, AskFailure>> {
  const line = asLine(request);
  if (line === null || options.signal?.aborted) return failed('no-answer');
  const trusted = isSocketFile(pipe) ? trustedFile(pipe) : (options.isOurs?.(pipe) ?? true);
  if (trusted !== true) return failed(trusted === 'absent' ? 'absent' : 'not-ours');
  let socket: net.Socket;
  try {
    socket = net.connect(pipe);
  } catch {
    return failed('absent'); // a path that no socket can have
  }
  const abort = (): unknown => socket.destroy();
  options.signal?.addEventListener('abort', abort, { once: true });
  try {
    const outcome = await within(options.timeoutMs, converse(socket, line));
    return typeof outcome === 'symbol' ? failed('no-answer') : outcome;
  } finally {
    options.signal?.removeEventListener('abort', abort);
    socket.destroy();
  }
}

function asLine(request: unknown): string | null {
  try {
    const text: string | undefined = JSON.stringify(request);
    return text === undefined ? null : `${text}\n`;
  } catch {
    return null;
  }
}

async function converse(socket: net.Socket, line: string): Promise<Outcome<unknown, AskFailure>> {
  let refusal: AskFailure | null = null;
  let connected = false;
  socket.once('connect', () => {
    connected = true;
  });
  socket.on('error', (error) => {
    if (!connected) refusal = refusals[codeOf(error)] ?? 'absent';
  });
  try {
    socket.write(line);
    for await (const answer of linesOf(socket, longestLineBytes)) return answer === tooLong ? failed('no-answer') : done(parse(answer));
  } catch {
    // reported by the error of the connection, or not JSON
  }
  return failed(refusal ?? 'no-answer');
}

function parse(line: Buffer): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line));
}

/** Why there is no connection (connect(2)); a full queue of a Unix socket is EAGAIN. */
const refusals: Readonly<Record<string, AskFailure>> = { EAGAIN: 'busy', EACCES: 'not-ours', EPERM: 'not-ours' };

/**
 * Whether a socket can only belong to this user: it and its folder do, and the folder lets nobody else in. Root may use anyone's, as it may do
 * everything else.
 */
function trustedFile(pipe: string): true | 'absent' | 'foreign' {
  try {
    const user = process.getuid?.();
    const isOwn = ({ uid }: { uid: number }): boolean => user === undefined || user === 0 || uid === user;
    const folder = lstatSync(path.dirname(pipe));
    const socket = lstatSync(pipe);
    if (!socket.isSocket()) return 'absent';
    return folder.isDirectory() && isOwn(folder) && isOwn(socket) && (folder.mode & 0o077) === 0 ? true : 'foreign';
  } catch (error) {
    return codeOf(error) === 'EACCES' ? 'foreign' : 'absent';
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
