/** The bytes of a fragment from the bridge (`GET /api/fragments/:id/content`), bounded in time and size. */
import http from 'node:http';
import { type CallTime, waitMsOf } from './call-time.ts';

export interface ReceivedContent {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** Null for what is not there, comes too late, or is longer than `longestBytes`. */
export function requestContent(
  port: number,
  path: string,
  { timeoutMs, signal, longestBytes }: CallTime & { readonly longestBytes: number },
): Promise<ReceivedContent | null> {
  return new Promise((resolve) => {
    const limit = AbortSignal.timeout(waitMsOf(timeoutMs));
    const request = http.get({ host: '127.0.0.1', port, path, agent: false, signal: signal ? AbortSignal.any([signal, limit]) : limit });
    request.on('error', () => resolve(null));
    request.once('close', () => resolve(null));
    request.once('response', (response) => {
      if (response.statusCode !== 200) return request.destroy();
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        chunks.push(chunk);
        if (bytes > longestBytes) request.destroy();
      });
      response.on('error', () => request.destroy());
      response.once('end', () => {
        const mediaType = response.headers['content-type']?.split(';', 1)[0]?.trim() ?? '';
        resolve({ bytes: Buffer.concat(chunks), mediaType });
      });
    });
  });
}
