/** The parts of the web listener, connected: who is paired, who is connected, what they send, and what they are told of it. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { tooLate, within } from '../../base/deadline.ts';
import type { ContentFilter } from '../../contract/documents/content-filter.ts';
import { closeCodes } from '../../contract/extension-messages.ts';
import { version } from '../../contract/version.ts';
import type { ListenerStatus } from '../../contract/web-listener/listener-routes.ts';
import { listenerRoutes } from '../../contract/web-listener/listener-routes.ts';
import { hostsOfRules } from '../../contract/web-listener/web-address.ts';
import { type ServedRoute, serveRoute } from '../../http/handler.ts';
import type { ExtensionGuests } from '../../http/server.ts';
import { type JournalReader, openJournalReader } from '../../journal/journal.ts';
import { type JournalWriter, ThreadWriter, usualRestMs } from '../../journal/writing/writer.ts';
import type { PeerUser } from '../../platform/peer-user/index.ts';
import type { Component } from '../component.ts';
import { watchJournalPresence } from '../journal-presence.ts';
import { ExtensionSockets } from './extension-sockets.ts';
import { MessageDesk } from './message-desk.ts';
import { MessageRate, proofRate, type Rate } from './message-rate.ts';
import type { PairingCode } from './pairing-code.ts';
import { Pairings } from './pairings.ts';
import { PauseEnd } from './pause-end.ts';
import { Receipts } from './receipts.ts';

export interface ListenerParts {
  readonly component: Component;
  readonly peerUser: Pick<PeerUser, 'programOf'>;
  readonly filter: () => ContentFilter | null;
  /** The active WorkSpace. */
  readonly workspace: () => string;
  /** Shows a file to the user by the supervisor. Never rejects. */
  readonly show: (file: string) => Promise<boolean>;
  /** Called when a paired extension has sent what this version does not understand, and when the last one that did has connected again or is not paired any more. */
  readonly misunderstood?: (is: boolean) => void;
  /** The code of a pairing, how much is taken of each, the journal with its writer, and how long an extension may be silent: Hub's own, except in tests. */
  readonly code?: PairingCode;
  readonly rate?: Rate;
  readonly openJournal?: (component: Component) => ListenerJournal;
  readonly silentAfterMs?: number;
}

export interface ListenerJournal extends AsyncDisposable {
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
}

export interface Listener extends AsyncDisposable {
  readonly pairings: Pairings;
  readonly guests: ExtensionGuests;
  readonly routes: readonly ServedRoute[];
  /** The rules may have changed. */
  tellRules(): void;
  /** Ends all connections, for which a server that stops would wait. */
  leave(): void;
}

interface Desk extends AsyncDisposable {
  readonly messages: MessageDesk;
  readonly receipts: Receipts;
  readonly writer: JournalWriter;
}

const looksWithinMs = 2_000;

export function openListener(parts: ListenerParts): Listener {
  const { component, peerUser, filter } = parts;
  let opened: Desk | null = null;
  /** The pairings whose extensions do; a later version of one may be there when it connects again. */
  const misunderstood = new Set<string>();
  const misunderstands = (pairing: string): void => {
    if (misunderstood.size === 0) parts.misunderstood?.(true);
    misunderstood.add(pairing);
  };
  const understood = (pairing: string): void => {
    if (misunderstood.delete(pairing) && misunderstood.size === 0) parts.misunderstood?.(false);
  };
  const rate = new MessageRate(parts.rate);
  const proofs = new MessageRate(proofRate);
  /** What extensions may know of the rules: nothing while they are unknown, for what was told before stays in force. */
  const hosts = (): { readonly excludedHosts?: string[] } => {
    const rules = filter();
    return rules === null ? {} : { excludedHosts: [...hostsOfRules(rules.excluded_hosts)] };
  };
  /** Opened with the first pairing: a Hub without an extension needs neither the memory nor the thread. */
  const desk = (): Desk => (opened ??= openDesk());
  const openDesk = (): Desk => {
    const stack = new AsyncDisposableStack();
    const { journal, writer } = stack.use((parts.openJournal ?? openOwnJournal)(component));
    // The connections of an earlier process are gone, and the pages that were reported on them.
    void writer.write('forgetPages', null);
    const receipts = stack.use(
      new Receipts({
        ...{ journal, writer, log: component.log, workspace: parts.workspace, userHome: component.places.userHome },
        send: (pairing, receipt) => sockets.send(pairing, receipt),
      }),
    );
    const messages = new MessageDesk({
      ...{ journal, writer, log: component.log, places: component.places, filter, rate },
      recorded: (pairing, message, fragmentId) => {
        receipts.owe(pairing, message, fragmentId);
        component.tell('python_core', { kind: 'captured', captureId: null });
      },
      isPaired: (pairing) => pairings.has(pairing),
      told: (pairing, messages) => receipts.told(pairing, messages),
      missesTab: (pairing) => void sockets.send(pairing, { update: hosts() }),
      open: (file) => openFile(file, parts.show),
    });
    return { messages, receipts, writer, [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose]() };
  };

  const pairings: Pairings = new Pairings({
    file: component.places.pairedExtensions,
    ...(parts.code === undefined ? {} : { code: parts.code }),
    isConnected: (id) => sockets.isConnected(id),
    ended: ({ id, origin }) => {
      sockets.end(id, closeCodes.revoked);
      understood(id);
      void desk().writer.write('forgetPages', id);
      void desk().writer.write('leaveMessages', id, origin);
    },
  });
  const sockets: ExtensionSockets = new ExtensionSockets({
    log: component.log,
    find: (origin, token) => pairings.find(origin, token),
    programOf: (connection) => peerUser.programOf(connection),
    welcome: ({ name }) => ({ welcome: { version, name, ...hosts() } }),
    answer: async ({ id, name, origin }, program, frame) => {
      const answer = await desk().messages.answer({ pairing: id, origin, browser: browserOf(program, name), program }, frame);
      if ('nack' in answer && answer.reason === 'paused') pauseEnd.awaitedBy(id);
      if ('nack' in answer && answer.reason === 'invalid') misunderstands(id);
      return answer;
    },
    opened: ({ id }) => {
      void pairings.seen(id);
      understood(id);
      desk().messages.begin(id);
      desk().receipts.connected(id);
    },
    closed: ({ id }) => {
      void pairings.seen(id);
      desk().receipts.gone(id);
      void desk().writer.write('forgetPages', id);
    },
    ...(parts.silentAfterMs === undefined ? {} : { silentAfterMs: parts.silentAfterMs }),
  });
  const pauseEnd = new PauseEnd({ places: component.places, over: (pairing) => desk().messages.catchUp(pairing) });
  let toldHosts = JSON.stringify(hosts());
  // What was reported to an earlier process is erased, and nobody else does so.
  if (pairings.count > 0) desk();

  const status = (): ListenerStatus => ({
    status: 'ok',
    component: 'web_listener',
    version,
    pairedExtensions: pairings.count,
    connectedExtensions: sockets.connected,
  });
  return {
    pairings,
    guests: { isPaired: (origin) => pairings.isPaired(origin), upgrade: (request, head) => sockets.upgrade(request, head) },
    routes: [
      serveRoute(listenerRoutes.status, () => ({ kind: 'json', value: status() })),
      serveRoute(listenerRoutes.pair, async ({ body, sender }) => {
        const { origin, connection } = sender();
        const browser = async (): Promise<string | null> => (connection === null ? null : peerUser.programOf(connection));
        const paired = await pairings.pair({ ...body, origin: origin ?? '', browser });
        if (typeof paired === 'object') return { kind: 'json', value: paired };
        return { kind: 'problem', reason: paired === 'wrong-code' ? 'wrong-code' : 'unavailable' };
      }),
      serveRoute(listenerRoutes.prove, ({ body, sender }) => {
        const origin = sender().origin ?? '';
        if (!proofs.take(origin)) return { kind: 'problem', reason: 'too-many-requests' };
        const proof = pairings.prove(origin, body.pairing, Buffer.from(body.nonce, 'base64url'));
        return proof === null ? { kind: 'problem', reason: 'not-found' } : { kind: 'json', value: { proof: proof.toString('base64url') } };
      }),
      // A request that does not upgrade is refused before it gets here.
      serveRoute(listenerRoutes.connect, () => ({ kind: 'problem', reason: 'upgrade-required' })),
    ],
    tellRules: () => {
      const [now, before] = [JSON.stringify(hosts()), toldHosts];
      toldHosts = now;
      if (now !== before) sockets.sendAll({ update: hosts() });
    },
    leave: () => sockets[Symbol.dispose](),
    [Symbol.asyncDispose]: async () => {
      pauseEnd[Symbol.dispose]();
      sockets[Symbol.dispose]();
      await opened?.[Symbol.asyncDispose]();
    },
  };
}

function openOwnJournal(component: Component): ListenerJournal {
  const stack = new AsyncDisposableStack();
  const place = { file: component.places.journal, blobs: component.places.blobs };
  const writer = stack.use(new ThreadWriter(place, component.log, { restsAfterMs: usualRestMs, fails: component.threadFails('journal') }));
  const journal = stack.use(openJournalReader(place));
  stack.use(watchJournalPresence({ journal, log: component.log, gone: () => component.beginAnew() }));
  return { journal, writer, [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose]() };
}

/** Copies come from the class of the browser's windows (WM_CLASS), where that is not the name of the program. */
const windowClasses: ReadonlyMap<string, string> = new Map([
  ['chromium', 'Chromium'],
  ['chrome', 'Google-chrome'],
  ['msedge', 'Microsoft-edge'],
  ['brave', 'Brave-browser'],
]);

/** The same name as that of copies from this browser. */
function browserOf(program: string | null, name: string): string {
  if (program === null) return name;
  const base = path.basename(program);
  return windowClasses.get(base) ?? base;
}

/** A disk that does not answer is not waited for: whatever shows the file says so. */
async function openFile(file: string, show: ListenerParts['show']): Promise<'opened' | 'gone' | 'failed'> {
  const isThere = stat(file).then(
    () => true,
    () => false,
  );
  const found = await within(looksWithinMs, isThere);
  if (found !== true) return found === tooLate ? 'failed' : 'gone';
  return (await show(file)) ? 'opened' : 'failed';
}
