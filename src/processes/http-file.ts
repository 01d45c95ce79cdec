/**
 * A file as an answer: sent in pieces as the client takes them, so that a large one costs the process no memory and its event loop no pause. It has
 * the length that was promised, or the connection is cut: a client is never to take a part for the whole.
 */

import { type FileHandle, open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tooLate, within } from '../base/deadline.ts';
import { openFlags } from '../base/disk.ts';
import { type FileAnswer, guardHeaders } from './http-answer.ts';

const pieceBytes = 64 * 1024;

/** Opens the file of an answer; null where there is no such file (any more). The caller closes it, or hands it to `sendFile`. */
export async function openAnswered({ file, bytes }: FileAnswer): Promise<FileHandle | null> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, openFlags.readStranger);
    const facts = await handle.stat();
    if (facts.isFile() && facts.size === bytes) return handle;
  } catch {
    // gone, or not ours to read
  }
  await handle?.close();
  return null;
}

/** Sends it and closes it. Never rejects for a client's sake: one that goes, or takes nothing for `stalledMs`, is let go. */
export async function sendFile(
  response: ServerResponse,
  { bytes, mediaType, headers = {} }: FileAnswer,
  handle: FileHandle,
  { stalledMs, closes }: { readonly stalledMs: number; readonly closes: boolean },
): Promise<void> {
  try {
    const said = [...guardHeaders, ...Object.entries(headers).flat(), 'Content-Type', mediaType, 'Content-Length', String(bytes)];
    response.writeHead(200, closes ? [...said, 'Connection', 'close'] : said);
    const room = roomOf(response);
    for (let at = 0; at < bytes; ) {
      const piece = Buffer.allocUnsafe(Math.min(pieceBytes, bytes - at));
      const { bytesRead } = await handle.read(piece, 0, piece.length, at);
      if (bytesRead === 0 || response.destroyed) return void response.destroy(); // it became shorter, or nobody is there
      at += bytesRead;
      if (!response.write(piece.subarray(0, bytesRead)) && (await within(stalledMs, room.next())) === tooLate)
        return void response.destroy();
    }
    response.end();
  } catch {
    response.destroy(); // the disk failed
  } finally {
    await handle.close();
  }
}

/** Tells when the response takes more, or will never take anything again. One wait at a time. */
function roomOf(response: ServerResponse): { next(): Promise<void> } {
  let wake = (): void => {};
  for (const event of ['drain', 'close'] as const) response.on(event, () => wake());
  return {
    next: () =>
      new Promise((resolve) => {
        wake = resolve;
        if (response.destroyed || !response.writableNeedDrain) resolve();
      }),
  };
}
