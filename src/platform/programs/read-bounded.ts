/** Reads a file that anybody may have put there: never more than `mostBytes`, and never a pipe or a device, which would not end. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Its beginning, up to `mostBytes`; with `isWhole`, null for a longer one. Null if there is no such file, or it can't be read. */
export async function readBounded(file: string, mostBytes: number, isWhole = false): Promise<Buffer | null> {
  try {
    await using opened = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const status = await opened.stat();
    if (!status.isFile() || (isWhole && status.size > mostBytes)) return null;
    const bytes = Buffer.alloc(Math.min(status.size, mostBytes));
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await opened.read(bytes, filled, bytes.length - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  } catch {
    return null;
  }
}
