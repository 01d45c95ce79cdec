/**
 * Who may connect to a loopback server, and with which requests. One pure decision, made before any routing, reading or parsing.
 *
 * The threats. A port of 127.0.0.1 is open to every program of this machine and, through a browser, to every page that its user visits:
 *
 * - DNS rebinding: a page at `http://evil.example:5001` makes its name resolve to 127.0.0.1. To the browser the request is then same-origin, so
 *   a GET has no Origin and the page reads the answer. Only the Host header reveals it. It is compared as a raw string with our few names,
 *   because URL parsers read `evil.com@localhost` as `localhost` and `0x7f.1` as `127.0.0.1`. It is never compared with Origin, because
 *   both are the same for a rebound page.
 * - Drive-by pages: any page may send a GET (an image, a script, `no-cors` fetch). It can't read the answer, but a side effect would happen, and
 *   timing and size leak. Origin and Sec-Fetch-Site reveal it; a page can forge neither.
 * - Browser extensions: one with access to 127.0.0.1 reads what it fetches, without an Origin and with `Sec-Fetch-Site: none`. It also reads a
 *   tab in which the address was opened, and it can remove such headers. So private data is refused to a browser in every form; headers or
 *   the program at the other end reveal a browser, and either is enough. An extension that the user pairs has routes of its own, and no others. There
 *   its Origin keeps out every page; another extension that rewrites its own headers still lacks the code or the token.
 * - Request forgery by simple requests: forms and `text/plain` fetches post without a preflight. They carry an Origin, and none of them can
 *   send `application/json`.
 * - Other users of this machine, and programs in a sandbox: TCP does not identify the sender, so the operating system is asked who is at the
 *   other end.
 * - Requests that two parsers read differently: repeated headers, second spellings of a path, and bodies where none belong are refused and
 *   never interpreted.
 */
import type { ProblemReason } from '../contract/problem.ts';
import type { Route } from '../contract/routes.ts';
import { type RequestTarget, type RouteTable, splitTarget } from './route-table.ts';

/**
 * What the operating system says about the process at the other end; `browser` is a browser of this user, and `unsupported` means that the system
 * can't be asked. The caller asks, because this folder depends on no operating system.
 */
export type PeerVerdict = 'same-user' | 'root' | 'browser' | 'sandboxed' | 'other' | 'unknown' | 'unsupported';

/** The request as received, not trusted yet. */
export interface ReceivedRequest {
  readonly method: string;
  /** The request target as sent. */
  readonly target: string;
  /** Alternating names and values, as sent. */
  readonly rawHeaders: readonly string[];
  readonly peer: PeerVerdict;
  /** It requests another protocol on this connection (`Connection: upgrade`). */
  readonly upgrade: boolean;
}

/** What the request is checked against. */
export interface AdmissionRules {
  /** Lower-case, each with our real port. */
  readonly hosts: ReadonlySet<string>;
  readonly routes: RouteTable<{ readonly route: Route }>;
  readonly bodyBytes: number;
  /** Whether an extension with this origin is paired. */
  readonly isPaired: (origin: string) => boolean;
}

/**
 * The origin of an extension, exactly as browsers send it: Chromium's ids are 32 letters from `a` to `p`, Gecko's are UUIDs
 * (https://developer.chrome.com/docs/extensions/reference/manifest/key,
 * https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/manifest.json/web_accessible_resources).
 */
const extensionOrigin = /^(?:chrome-extension:\/\/[a-p]{32}|moz-extension:\/\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** A browser asks before it sends an extension's request (https://fetch.spec.whatwg.org/#cors-preflight-request). */
export function isPreflight({ method }: Pick<ReceivedRequest, 'method'>): boolean {
  return method === 'OPTIONS';
}

/** The `Host` values that a server on `port` accepts. */
export function ownHosts(port: number): ReadonlySet<string> {
  return new Set(['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`));
}

/** Null, or why the request is refused. The checks run in this order, and the first that fails determines the reason. */
export function whyNotAdmitted(arrival: ReceivedRequest, rules: AdmissionRules): ProblemReason | null {
  const headers = readHeaders(arrival.rawHeaders);
  const target = splitTarget(arrival.target);
  const route = routeOf(arrival, target, headers, rules);
  return (
    judgeHost(headers, rules) ??
    judgeSender(headers, route, rules) ??
    judgePeer(arrival.peer) ??
    judgeBrowser(arrival.peer, headers, route) ??
    judgeBody(headers, rules) ??
    judgeRequest(arrival, target, headers, route)
  );
}

/** The route that the request names, or that a preflight asks about: only those of extensions may be asked about. */
function routeOf(arrival: ReceivedRequest, { path }: RequestTarget, headers: Headers, { routes }: AdmissionRules): Route | undefined {
  if (!isPreflight(arrival)) return routes.find(arrival.method, path)?.row.route;
  const route = routes.find(headers.values.get('access-control-request-method') ?? '', path)?.row.route;
  return route?.forExtensions === undefined || route.upgrades === true ? undefined : route;
}

/** The headers that the checks use. Node would keep the first of repeated ones, or join them, so they are counted here. */
const watched = new Set([
  'host',
  'origin',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
  'authorization',
  'access-control-request-method',
  'sec-websocket-protocol',
  'sec-websocket-key',
  'sec-websocket-version',
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'expect',
]);

interface Headers {
  readonly values: ReadonlyMap<string, string>;
  /** Headers that occur more than once. */
  readonly repeated: readonly string[];
  /** Whether one of them is sent only by browsers. */
  readonly ofBrowser: boolean;
}

/** Names with this prefix are the browser's own: no script in a page can set them (https://fetch.spec.whatwg.org/#forbidden-request-header). */
const browsersOwn = 'sec-';
/** But programs send these too: WebSocket clients, and Node's `fetch`, which sends only its mode. */
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

function judgeHost({ values, repeated }: Headers, rules: AdmissionRules): ProblemReason | null {
  const host = values.get('host');
  if (host === undefined || host === '' || repeated.includes('host')) return 'missing-host';
  return rules.hosts.has(host.toLowerCase()) ? null : 'foreign-host';
}

/**
 * A browser sends an Origin for a page or an extension. Other programs may send one too (WebSocket clients, some HTTP libraries): whoever says that a
 * page is behind a request is taken at its word.
 */
function judgeSender({ values, repeated }: Headers, route: Route | undefined, rules: AdmissionRules): ProblemReason | null {
  if (repeated.length > 0) return 'repeated-header';
  if (route?.forExtensions !== undefined) return judgeExtension(values, route.forExtensions, rules);
  if (values.has('origin')) return 'foreign-origin';
  const site = values.get('sec-fetch-site');
  return site === undefined || site === 'none' || site === 'same-origin' ? null : 'cross-site';
}

/** Its `Sec-Fetch-Site` says nothing: browsers take an extension for a stranger (`cross-site`), for nobody (`none`) or for us (`same-origin`). */
function judgeExtension(values: Headers['values'], which: 'any' | 'paired', { isPaired }: AdmissionRules): ProblemReason | null {
  const origin = values.get('origin') ?? '';
  if (!extensionOrigin.test(origin) || (which === 'paired' && !isPaired(origin))) return 'foreign-origin';
  const mode = values.get('sec-fetch-mode') ?? 'cors';
  return mode === 'cors' || mode === 'websocket' ? null : 'cross-site';
}

function judgePeer(peer: PeerVerdict): ProblemReason | null {
  if (peer === 'sandboxed') return 'sandboxed-program';
  return peer === 'other' || peer === 'unknown' ? 'foreign-user' : null;
}

/** A browser gets only what the address bar may show, as a page of its own, and what is for its extensions. */
function judgeBrowser(peer: PeerVerdict, headers: Headers, route: Route | undefined): ProblemReason | null {
  if ((peer !== 'browser' && !headers.ofBrowser) || route?.forExtensions !== undefined) return null;
  const isPage = headers.values.get('sec-fetch-mode') === 'navigate' && headers.values.get('sec-fetch-dest') === 'document';
  return isPage && route?.openToBrowsers === true ? null : 'browser-request';
}

function judgeRequest(
  arrival: ReceivedRequest,
  { query }: RequestTarget,
  headers: Headers,
  route: Route | undefined,
): ProblemReason | null {
  // A token belongs in a header: addresses end in logs and histories.
  if (route?.upgrades === true && query !== null) return 'wrong-token';
  if (route === undefined || (query !== null && route.query === undefined)) return 'unknown-route';
  const isUpgraded = route.upgrades === true && !isPreflight(arrival);
  if (arrival.upgrade !== isUpgraded) return isUpgraded ? 'upgrade-required' : 'unexpected-upgrade';
  if (isPreflight(arrival)) return null;
  return judgeExpectation(headers) ?? judgePresence(route, headers);
}

function judgeExpectation({ values }: Headers): ProblemReason | null {
  const expectation = values.get('expect');
  return expectation === undefined || expectation.toLowerCase() === '100-continue' ? null : 'unmet-expectation';
}

/** The requirements for every body, on any route. */
function judgeBody(headers: Headers, rules: AdmissionRules): ProblemReason | null {
  if (!hasBody(headers)) return null;
  const { values } = headers;
  const coded = (values.get('transfer-encoding') ?? 'chunked').toLowerCase() !== 'chunked';
  if (coded || (values.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity') return 'encoded-body';
  if (!isJson(headers)) return 'not-json';
  return Number(values.get('content-length') ?? 0) > rules.bodyBytes ? 'body-too-large' : null;
}

/** A body, even an empty one, must be declared as JSON where one is accepted. */
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
