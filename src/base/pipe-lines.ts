/** Lines of a pipe, as both of its ends read them. */
import type net from 'node:net';

/** Of a line without its end, a request's or an answer's. */
export const longestLineBytes = 65_536;

/** What stands in the place of a line that is longer than it may be. */
export const tooLong = Symbol('a line that is too long');

/** Where Windows has its pipes: a name below this is no file. */
const windowsPipes = '\\\\.\\pipe\\';

/** Whether a pipe's path is a file's, which has an owner and a folder (a Unix socket). */
export function isSocketFile(path: string): boolean {
  return !path.startsWith(windowsPipes);
}

/** The lines that are not blank, without their ends; after one that is too long there are no more. Holds at most one line and one chunk. */
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

/** A line of nothing but spaces, tabs and carriage returns. */
function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
