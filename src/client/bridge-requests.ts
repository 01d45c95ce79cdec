/** How the bridge is asked: one request for each call, whose answer is read by its schema. */
import type { Agent } from 'node:http';
import { done, failed } from '../base/outcome.ts';
import { mostJsonBytes } from '../contract/bridge.ts';
import type { Route } from '../contract/routes.ts';
import { type BridgeAnswer, type ContentAnswer, refused } from './bridge-answer.ts';
import type { CallTime } from './call-time.ts';
import { bytesWithin, parsed, pathTo, sendRequest } from './http-exchange.ts';

/** What a request has besides its route. */
export interface Said {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** Ends this call early. */
  readonly signal?: AbortSignal | undefined;
  /** This call may take so long, if its time allows it. */
  readonly longestMs?: number;
}

/** Parses a body by a schema of the contract. */
interface Form<Value> {
  safeParse(body: unknown): { readonly success: true; readonly data: Value } | { readonly success: false };
}

type JsonRoute<Value> = Route & { readonly responses: { readonly 200: { readonly json: Form<Value> } } };

export const asItCame: Form<unknown> = { safeParse: (data) => ({ success: true, data }) };
export class BridgeRequests {
  readonly #port: () => number | null;
  readonly #time: CallTime;
  readonly #connections: Agent | undefined;

  /** As a `Bridge` is made. */
  constructor(port: () => number | null, time: CallTime, connections?: Agent) {
    this.#port = port;
    this.#time = time;
    this.#connections = connections;
  }

  /** What a route that answers in JSON says, by its schema. */
  json<Value>(route: JsonRoute<Value>, said?: Said): Promise<BridgeAnswer<Value>> {
    return this.read(route, route.responses[200].json, said);
  }

  /** The same by another schema. */
  async read<Value>(route: Route, form: Form<Value>, said: Said = {}): Promise<BridgeAnswer<Value>> {
    const answer = await this.bytes(route, said, mostJsonBytes);
    if (!answer.ok) return answer;
    const body = parsed(answer.value.bytes);
    const read = body === undefined ? null : form.safeParse(body);
    return read?.success ? done(read.data) : failed('not-understood');
  }

  /** A body of at most so many bytes, as it is. */
  async bytes(route: Route, said: Said, longestBytes: number): Promise<BridgeAnswer<ContentAnswer>> {
    const request = { method: route.method, path: pathTo(route.path, said), body: said.body, connections: this.#connections };
    const signals = [this.#time.signal, said.signal].filter((signal) => signal !== undefined);
    const longest = said.longestMs === undefined ? {} : { longestMs: said.longestMs };
    const time = { ...this.#time, ...longest, ...(said.signal !== undefined && { signal: AbortSignal.any(signals) }) };
    const answer = await sendRequest(this.#port(), request, time, async (response) => {
      const isDone = response.statusCode === 200;
      return {
        status: response.statusCode ?? 0,
        bytes: await bytesWithin(response, isDone ? longestBytes : mostJsonBytes),
        mediaType: response.headers['content-type']?.split(';', 1)[0]?.trim() ?? '',
      };
    });
    if (!answer.ok) return answer;
    const { status, bytes, mediaType } = answer.value;
    if (bytes === null) return failed('not-understood');
    return status === 200 ? done({ bytes, mediaType }) : refused(status, parsed(bytes));
  }
}
