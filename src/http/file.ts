/**
 * A file as an answer: streamed as the client reads it, so that a large one takes no memory and does not block the event loop. It has the promised
 * length, or the connection is closed: a client must never take a part for the whole.
 */
import { type FileHandle, open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tooLate, within } from '../base/deadline.ts';
import { openFlags } from '../base/files/disk.ts';
import { type FileAnswer, guardHeaders } from './answer.ts';

const pieceBytes = 64 * 1024;

/** Opens the file of an answer; null if there is no such file (any more). The caller closes it, or passes it to `sendFile`. */
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

/** Sends it and closes it. Never rejects because of a client: one that leaves, or reads nothing for `stalledMs`, is disconnected. */
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

/** Reports when the response accepts more, or never will again. One wait at a time. */
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
