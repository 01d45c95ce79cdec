/** The bridge, for stories: they read what a user's program would read, and wait with the event stream rather than with fixed times. */
import http from 'node:http';
import { tooLate, within } from '../../src/base/deadline.ts';
import { Bridge } from '../../src/client/bridge.ts';
import type { BridgeAnswer } from '../../src/client/bridge-answer.ts';
import type { HealthStatus } from '../../src/contract/bridge.ts';
import type { Fragment, SourceSnapshot } from '../../src/contract/source-snapshot.ts';
import { until } from './until.ts';

export interface BridgeResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

const waitMs = 20_000;

export class AskedBridge {
  readonly #port: () => number;
  /** The same client that the command and the shell use. */
  readonly bridge: Bridge;

  constructor(port: () => number) {
    this.#port = port;
    this.bridge = new Bridge(port, { timeoutMs: waitMs });
  }

  /** Sends any request, valid or not, and resolves to the unchanged answer. */
  request(method: string, path: string, body?: unknown): Promise<BridgeResponse> {
    return new Promise((resolve, reject) => {
      const headers = body === undefined ? {} : { 'content-type': 'application/json' };
      const sent = http.request({ host: '127.0.0.1', port: this.#port(), method, path, headers, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }));
      });
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  async fragments(): Promise<readonly Fragment[]> {
    return valueOfAnswer(await this.bridge.fragments({ limit: 500 })).items;
  }

  /** The newest fragment that meets the condition, as soon as there is one. */
  fragment(wanted: (fragment: Fragment) => boolean): Promise<Fragment> {
    return until('such fragment', async () => (await this.fragments().catch(startingAgain))?.find(wanted));
  }

  /** The source snapshot, as soon as it meets the condition. */
  source(wanted: (snapshot: SourceSnapshot) => boolean): Promise<SourceSnapshot> {
    return until('such snapshot', async () => {
      const answer = await this.bridge.source();
      const snapshot = answer.ok ? (answer.value as SourceSnapshot) : undefined;
      return snapshot !== undefined && wanted(snapshot) && snapshot;
    });
  }

  /** The body of `GET /health`, as soon as it meets the condition. */
  health(wanted: (status: HealthStatus) => boolean): Promise<HealthStatus> {
    return until('such health', async () => {
      const status = await this.bridge.health();
      return status.ok && wanted(status.value) && status.value;
    });
  }

  /** Opens the event stream; resolves once it has begun. */
  async events(): Promise<EventStream> {
    const stream = new EventStream(this.bridge);
    await stream.begun();
    return stream;
  }
}

/** The value of an answer; throws if the request failed. */
export function valueOfAnswer<Value>(answer: BridgeAnswer<Value>): Value {
  if (answer.ok) return answer.value;
  throw new Error(`the bridge: ${answer.reason === 'refused' ? `${answer.status} ${answer.detail}` : answer.reason}`);
}

/** Ignores a failed request, because the core may be restarting; the caller asks again. */
function startingAgain(): undefined {
  return undefined;
}

export interface HubEvent {
  readonly event: string;
  readonly data: unknown;
}

export class EventStream implements AsyncDisposable {
  readonly #end = new AbortController();
  readonly #over: Promise<unknown>;
  readonly #heard: HubEvent[] = [];
  #isOver = false;
  #wake: () => void = () => {};

  constructor(bridge: Bridge) {
    const heard = (event: string, data: unknown): void => {
      this.#heard.push({ event, data });
      this.#wake();
    };
    this.#over = bridge.events({ heard, signal: this.#end.signal }).then(() => {
      this.#isOver = true;
      this.#wake();
    });
  }

  /** The first event, the snapshot, arrives at once. */
  async begun(): Promise<void> {
    await this.#more();
  }

  /** The first event after the last one found that meets the condition. Throws if the stream ends, or after `waitMs`. */
  async find(wanted: (event: HubEvent) => boolean): Promise<HubEvent> {
    for (;;) {
      const event = this.#heard.shift();
      if (event === undefined) await this.#more();
      else if (wanted(event)) return event;
    }
  }

  async #more(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    if (this.#heard.length > 0 || this.#isOver) resolve();
    if ((await within(waitMs, promise)) === tooLate) throw new Error(`no event within ${waitMs} ms`);
    if (this.#heard.length === 0) throw new Error('the event stream ended');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort();
    await this.#over;
  }
}
