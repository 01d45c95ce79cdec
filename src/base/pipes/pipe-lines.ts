/** The lines of a pipe, for both of its ends. */
import type net from 'node:net';

/** The length of a request or an answer, without its line end. */
export const longestLineBytes = 65_536;

/** Marks a line that is too long. */
export const tooLong = Symbol('a line that is too long');

/** Where Windows has its pipes: a name below this is not a file. */
const windowsPipes = '\\\\.\\pipe\\';

/** Whether a pipe's path is a file's, which has an owner and a folder (a Unix socket). */
export function isSocketFile(path: string): boolean {
  return !path.startsWith(windowsPipes);
}

/** The lines that are not blank, without their ends, up to one that is too long. Buffers at most one line and one chunk. */
export async function* linesOf(socket: net.Socket, limitBytes: number): AsyncGenerator<Buffer | typeof tooLong, void> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      const line = Buffer.concat([...pieces, chunk.subarray(start, end)]);
      start = end + 1;
      pieces = [];
      bytes = 0;
      if (line.length > limitBytes) return yield tooLong;
      if (!isBlank(line)) yield line;
    }
    pieces.push(chunk.subarray(start));
    bytes += chunk.length - start;
    if (bytes > limitBytes) return yield tooLong;
  }
}

/** A line of only spaces, tabs and carriage returns. */
function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
