/**
 * Who may speak to a loopback server, and in which form. One pure decision, taken before anything routes, reads or parses.
 *
 * The threats. A port of 127.0.0.1 is open to every program of this machine and, by way of a browser, to every page that its user visits:
 *
 * - DNS rebinding: a page at `http://evil.example:5001` makes its name resolve to 127.0.0.1. To the browser the request is then same-origin, so
 *   a GET has no Origin and the page reads the answer. Only the Host header tells. It is compared as a raw string with the few names that
 *   are ours: URL parsers make `localhost` of `evil.com@localhost` and `127.0.0.1` of `0x7f.1`. It is never compared with Origin, since
 *   a rebound page makes both the same.
 * - Drive-by pages: any page may send a GET (an image, a script, `no-cors` fetch). It can't read the answer, but a side effect would happen, and
 *   timing and size leak. Origin and Sec-Fetch-Site tell; a page can forge neither.
 * - Browser extensions: one that may reach 127.0.0.1 reads what it fetches, without an Origin and with `Sec-Fetch-Site: none`; it also reads a tab
 *   in which the address was opened, and it can take such headers away. So what is private is refused to a browser in every form; headers
 *   or the program at the other end tell which request is one, and either is enough.
 * - Request forgery by simple requests: forms and `text/plain` fetches post without a preflight. They carry an Origin, and none of them can say
 *   `application/json`.
 * - Other users of this machine, and programs in a sandbox: TCP asks nobody who they are; the operating system is asked who is at the other end.
 * - Two readers of one request: repeated headers, second spellings of a path, and bodies where none belong are refused and never interpreted.
 */
import type { ProblemReason } from '../contract/problem.ts';
import type { Route } from '../contract/routes.ts';
import type { PeerVerdict } from '../platform/peer-user/index.ts';
import { type RouteTable, splitTarget, type Target } from './http-route-table.ts';

/** What came in, before any of it is believed. */
export interface Arrival {
  readonly method: string;
  /** The request target as it was sent. */
  readonly target: string;
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[];
  readonly peer: PeerVerdict;
  /** It asks for another protocol on this connection (`Connection: upgrade`). */
  readonly upgrade: boolean;
}

/** What it is held against. */
export interface House {
  /** Lower-case, each with our real port. */
  readonly hosts: ReadonlySet<string>;
  /** Whether a browser extension with this Origin may use this raw path. Nothing else with an Origin may use any. */
  readonly mayCome: (origin: string, path: string) => boolean;
  readonly routes: RouteTable<{ readonly route: Route }>;
  /** The raw path on which a connection becomes a WebSocket, or null. */
  readonly upgradePath: string | null;
  readonly bodyBytes: number;
}

/** The `Host` values by which a server on `port` may be called. */
export function ownHosts(port: number): ReadonlySet<string> {
  return new Set(['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`));
}

/** Null, or why the request is refused. The gates stand in this order, and the first that closes is the one that is named. */
export function admit(arrival: Arrival, house: House): ProblemReason | null {
  const headers = readHeaders(arrival.rawHeaders);
  const target = splitTarget(arrival.target);
  return (
    judgeHost(headers, house) ??
    judgeSender(headers, target.path, house) ??
    judgePeer(arrival.peer) ??
    judgeBrowser(arrival, target, headers, house) ??
    judgeBody(headers, house) ??
    judgeRequest(arrival, target, headers, house)
  );
}

/** The headers that a gate looks at. Of each, Node would keep the first, or join all: so they are counted here. */
const watched = new Set([
  'host',
  'origin',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
  'authorization',
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'expect',
]);

interface Headers {
  readonly values: ReadonlyMap<string, string>;
  /** Of those that stand more than once. */
  readonly repeated: readonly string[];
  /** One of them is there that only browsers send. */
  readonly ofBrowser: boolean;
}

/** Names that begin so are the browser's own: no script in a page can set them (https://fetch.spec.whatwg.org/#forbidden-request-header). */
const browsersOwn = 'sec-';
/** But these come from programs too: WebSocket clients, and Node's `fetch`, which says its mode and nothing else. */
const sentByPrograms = /^sec-(?:websocket-.*|fetch-mode)$/;

function readHeaders(rawHeaders: readonly string[]): Headers {
  const values = new Map<string, string>();
  const repeated: string[] = [];
  let ofBrowser = false;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    ofBrowser ||= name.startsWith(browsersOwn) && !sentByPrograms.test(name);
    if (!watched.has(name)) continue;
    if (values.has(name)) repeated.push(name);
    values.set(name, rawHeaders[index + 1] ?? '');
  }
  return { values, repeated, ofBrowser };
}

function judgeHost({ values, repeated }: Headers, house: House): ProblemReason | null {
  const host = values.get('host');
  if (host === undefined || host === '' || repeated.includes('host')) return 'missing-host';
  return house.hosts.has(host.toLowerCase()) ? null : 'foreign-host';
}

/** An Origin that may come says who sends; `Sec-Fetch-Site`, which calls every extension `cross-site`, then adds nothing. */
function judgeSender({ values, repeated }: Headers, path: string, house: House): ProblemReason | null {
  if (repeated.length > 0) return 'repeated-header';
  const origin = values.get('origin');
  if (origin !== undefined) return house.mayCome(origin, path) ? null : 'foreign-origin';
  const site = values.get('sec-fetch-site');
  return site === undefined || site === 'none' || site === 'same-origin' ? null : 'cross-site';
}

function judgePeer(peer: PeerVerdict): ProblemReason | null {
  if (peer === 'sandboxed') return 'sandboxed-program';
  return peer === 'other' || peer === 'unknown' ? 'foreign-user' : null;
}

/** A browser gets what the address bar may show, and only as a whole page of its own. A paired extension's Origin was looked at before. */
function judgeBrowser({ method, peer }: Arrival, { path }: Target, headers: Headers, house: House): ProblemReason | null {
  if (headers.values.has('origin')) return null;
  if (peer !== 'browser' && !headers.ofBrowser) return null;
  const isPage = headers.values.get('sec-fetch-mode') === 'navigate' && headers.values.get('sec-fetch-dest') === 'document';
  return isPage && house.routes.find(method, path)?.row.route.openToBrowsers === true ? null : 'browser-request';
}

function judgeRequest(arrival: Arrival, { path, query }: Target, headers: Headers, house: House): ProblemReason | null {
  if (arrival.method === 'GET' && arrival.target === house.upgradePath) {
    if (hasBody(headers)) return 'unexpected-body';
    return arrival.upgrade ? null : 'upgrade-required';
  }
  const route = house.routes.find(arrival.method, path)?.row.route;
  if (route === undefined || (query !== null && route.query === undefined)) return 'unknown-route';
  if (arrival.upgrade) return 'unexpected-upgrade';
  return judgeExpectation(headers) ?? judgePresence(route, headers);
}

function judgeExpectation({ values }: Headers): ProblemReason | null {
  const expectation = values.get('expect');
  return expectation === undefined || expectation.toLowerCase() === '100-continue' ? null : 'unmet-expectation';
}

/** What any body has to be, wherever it is sent. */
function judgeBody(headers: Headers, house: House): ProblemReason | null {
  if (!hasBody(headers)) return null;
  const { values } = headers;
  const coded = (values.get('transfer-encoding') ?? 'chunked').toLowerCase() !== 'chunked';
  if (coded || (values.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity') return 'encoded-body';
  if (!isJson(headers)) return 'not-json';
  return Number(values.get('content-length') ?? 0) > house.bodyBytes ? 'body-too-large' : null;
}

/** A body where one is taken, even an empty one, says that it is JSON. */
function judgePresence(route: Route, headers: Headers): ProblemReason | null {
  if (route.body === undefined) return hasBody(headers) ? 'unexpected-body' : null;
  return isJson(headers) ? null : 'not-json';
}

function isJson({ values }: Headers): boolean {
  return /^application\/json(?:[ \t]*;[ \t]*charset="?utf-8"?)?$/i.test(values.get('content-type') ?? '');
}

function hasBody({ values }: Headers): boolean {
  return values.has('transfer-encoding') || Number(values.get('content-length') ?? 0) !== 0;
}
