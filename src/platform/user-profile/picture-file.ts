/**
 * Pictures of users from files that somebody else may have put there: only a small regular file in an expected place is read, and only if its first
 * bytes are those of a picture.
 */
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Picture } from './interface.ts';

const largestPictureBytes = 1024 * 1024;

// Windows has neither.
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as typeof constants & { O_NOFOLLOW?: number; O_NONBLOCK?: number };

/** The first of the files that is a picture. A link is followed if it stays below one of `roots`. Null if there is none. */
export async function firstPicture(files: readonly string[], roots: readonly string[]): Promise<Picture | null> {
  for (const file of files) {
    const picture = await tryReadPicture(file, roots);
    if (picture !== null) return picture;
  }
  return null;
}

async function tryReadPicture(file: string, roots: readonly string[]): Promise<Picture | null> {
  try {
    if (!path.isAbsolute(file)) return null;
    const real = await realpath(file);
    const allowed = await Promise.all(roots.map((root) => realpath(root).catch(() => null)));
    if (!allowed.some((root) => root !== null && isBelow(real, root))) return null;
    return pictureOf(await readWithin(real, largestPictureBytes));
  } catch {
    return null;
  }
}

function isBelow(file: string, folder: string): boolean {
  const way = path.relative(folder, file);
  return way !== '' && way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

/** A regular file's bytes; empty for anything else, or a file that is too long. Does not wait for a pipe. Rejects as the file system does. */
export async function readWithin(file: string, limitBytes: number): Promise<Uint8Array> {
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const status = await handle.stat();
    if (!status.isFile() || status.size > limitBytes) return new Uint8Array();
    const bytes = Buffer.alloc(status.size);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The type of a picture by its signature; null for anything that a page can't show. */
export function pictureOf(bytes: Uint8Array): Picture | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return { bytes, mediaType: 'image/png' };
  if (start.startsWith('\xff\xd8\xff')) return { bytes, mediaType: 'image/jpeg' };
  if (/^GIF8[79]a/.test(start)) return { bytes, mediaType: 'image/gif' };
  return /^RIFF.{4}WEBP/s.test(start) ? { bytes, mediaType: 'image/webp' } : null;
}
