/** Passes requests on to the page server of the tests, and its answers back. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { openSearchScript, withOpenSearch } from './open-search.ts';

/** Longer than the page waits for an answer. */
const answerWithinMs = 60_000;

/**
 * The page's commands are in addresses, so there are no bodies to pass on. `framedBy` is the origin that may show the page in a frame, because the
 * page's own policy allows none.
 */
export async function forwardRequest(request: IncomingMessage, response: ServerResponse, to: URL, framedBy: string): Promise<void> {
  const script = openSearchScript(path.basename(to.pathname));
  if (script !== null) return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  try {
    const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(answerWithinMs)]);
    const answer = await fetch(to, { method: request.method ?? 'GET', signal });
    const headers = Object.fromEntries(answer.headers);
    const policy = headers['content-security-policy']?.replace("frame-ancestors 'none'", `frame-ancestors ${framedBy}`);
    const body = policy === undefined ? Buffer.from(await answer.arrayBuffer()) : withOpenSearch(await answer.text());
    response.writeHead(answer.status, { ...headers, ...(policy === undefined ? {} : { 'content-security-policy': policy }) }).end(body);
  } catch {
    response.destroy(); // the page asks again
  }
}
