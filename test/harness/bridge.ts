/** A client of the bridge for stories: reads what a user's program would read, and waits by the event stream, never by the clock alone. */
import http from 'node:http';
import type { FragmentList, HealthStatus } from '../../src/contract/bridge.ts';
import type { Fragment, SourceSnapshot } from '../../src/contract/source-snapshot.ts';
import { until } from './until.ts';

export interface BridgeResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

const waitMs = 20_000;

export class Bridge {
  readonly #port: () => number;

  constructor(port: () => number) {
    this.#port = port;
  }

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
    return (await this.#read<FragmentList>('/api/fragments?limit=500')).items;
  }

  /** The newest fragment that is as wanted, as soon as there is one. */
  fragment(wanted: (fragment: Fragment) => boolean): Promise<Fragment> {
    return until('such fragment', async () => (await this.fragments().catch(startingAgain))?.find(wanted));
  }

  /** The source snapshot, as soon as it is as wanted. */
  source(wanted: (snapshot: SourceSnapshot) => boolean): Promise<SourceSnapshot> {
    return until('such snapshot', async () => {
      const snapshot = await this.#read<SourceSnapshot>('/source').catch(startingAgain);
      return snapshot !== undefined && wanted(snapshot) && snapshot;
    });
  }

  /** The health body, as soon as it is as wanted. */
  health(wanted: (status: HealthStatus) => boolean): Promise<HealthStatus> {
    return until('such health', async () => {
      const status = await this.#read<HealthStatus>('/api/health/status').catch(startingAgain);
      return status !== undefined && wanted(status) && status;
    });
  }

  /** Opens the event stream; resolves once the server has answered. */
  events(): Promise<EventStream> {
    return new Promise((resolve, reject) => {
      http
        .get({ host: '127.0.0.1', port: this.#port(), path: '/api/events', agent: false }, (response) => resolve(new EventStream(response)))
        .on('error', reject);
    });
  }

  async #read<Value>(path: string): Promise<Value> {
    return JSON.parse((await this.request('GET', path)).body.toString()) as Value;
  }
}

/** The core may be starting again: it is asked once more. */
function startingAgain(): undefined {
  return undefined;
}

export interface HubEvent {
  readonly event: string;
  readonly data: unknown;
}

export class EventStream implements AsyncDisposable {
  readonly #response: http.IncomingMessage;

  constructor(response: http.IncomingMessage) {
    this.#response = response;
  }

  /** The first event that is as wanted. Throws when the stream ends, or after `waitMs`. */
  async find(wanted: (event: HubEvent) => boolean): Promise<HubEvent> {
    const timer = setTimeout(() => this.#response.destroy(), waitMs);
    let pending = '';
    try {
      for await (const chunk of this.#response.setEncoding('utf8')) {
        const frames = (pending + chunk).split('\n\n');
        pending = frames.pop() ?? '';
        const found = frames.map(eventOf).find((event) => event !== null && wanted(event));
        if (found) return found;
      }
      throw new Error('the event stream ended');
    } finally {
      clearTimeout(timer);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#response.destroy();
  }
}

function eventOf(frame: string): HubEvent | null {
  const event = /^event: (.*)$/m.exec(frame)?.[1];
  const data = frame.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []));
  return event === undefined ? null : { event, data: JSON.parse(data.join('\n')) };
}
