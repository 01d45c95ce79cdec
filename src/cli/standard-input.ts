/** The standard input, as bytes. */
import type { Readable } from 'node:stream';

/** All of it, or its first `limitBytes` and a little more: a program that never ends is then not waited for. */
export async function readStandardInput(stream: Readable, limitBytes = Number.POSITIVE_INFINITY): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= limitBytes) break;
  }
  return Buffer.concat(chunks);
}
