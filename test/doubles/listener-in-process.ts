/** The web listener of a temporary home in the test's process, without a core and a save worker: the test judges and saves. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type ContentFilter, contentFilterDocument } from '../../src/contract/documents/content-filter.ts';
import { type LoopbackServer, startLoopbackServer } from '../../src/http/server.ts';
import { type Journal, openJournal, openJournalReader } from '../../src/journal/journal.ts';
import { locatePlaces } from '../../src/platform/locations.ts';
import { readSurroundings } from '../../src/platform/surroundings.ts';
import { type Listener, openListener } from '../../src/processes/web-listener/listener.ts';
import { messageRate, type Rate } from '../../src/processes/web-listener/message-rate.ts';
import { PairingCode } from '../../src/processes/web-listener/pairing-code.ts';
import { ExtensionClient, type Paired, pairWith } from '../harness/extension-client.ts';
import { type CleanupScope, temporaryHome } from '../harness/temporary-home.ts';
import { type FakeComponent, fakeComponent } from './fake-component.ts';
import { type FakePeerUser, fakePeerUser } from './fake-peer-user.ts';
import { directWriter } from './temporary-journal.ts';

export interface ListenerRig {
  readonly component: FakeComponent;
  readonly journal: Journal;
  readonly peerUser: FakePeerUser;
  readonly port: number;
  /** The content filter; null while it is not valid. */
  filter: ContentFilter | null;
  /** The clock of the pairing codes. */
  readonly clock: { ms: number };
  /** The files that were to be shown. */
  readonly shown: string[];
  /** What the listener said of messages that it does not understand. */
  readonly misunderstood: boolean[];
  listener(): Listener;
  /** Stops the listener, and starts another one on the same port. */
  restart(): Promise<void>;
  code(): Promise<string>;
  pair(options?: { readonly origin?: string; readonly name?: string }): Promise<Paired>;
  /** Connects an extension, which leaves at the end of the test. */
  connect(paired?: Paired): Promise<ExtensionClient>;
}

export async function listenerInProcess(
  t: CleanupScope,
  { silentAfterMs = 60_000, rate = messageRate }: { readonly silentAfterMs?: number; readonly rate?: Rate } = {},
): Promise<ListenerRig> {
  const clients: ExtensionClient[] = [];
  let server: LoopbackServer | null = null;
  let listener: Listener | null = null;
  const stop = async (): Promise<void> => {
    for (const client of clients) client[Symbol.dispose]();
    await listener?.[Symbol.asyncDispose]();
    await server?.close(200);
  };
  const root = temporaryHome(t, async () => {
    await stop();
    journal[Symbol.dispose]();
  });
  const places = locatePlaces({ ...readSurroundings({ HUB_HOME: root, HUB_WORKSPACE: path.join(root, 'WorkSpace') }), userHome: root });
  mkdirSync(places.run, { mode: 0o700 });
  mkdirSync(places.blobs, { recursive: true });
  const place = { file: places.journal, blobs: places.blobs };
  const journal = openJournal(place);
  const component = fakeComponent('web_listener', places);
  const peerUser = fakePeerUser();
  const clock = { ms: 0 };
  const start = async (port: number): Promise<LoopbackServer> => {
    listener = openListener({
      component,
      peerUser,
      filter: () => rig.filter,
      workspace: () => path.join(root, 'WorkSpace'),
      show: async (file) => rig.shown.push(file) > 0,
      misunderstood: (is) => void rig.misunderstood.push(is),
      code: new PairingCode({ steadyMs: () => clock.ms, nowMs: () => Date.now() }),
      openJournal: () => {
        // Of its own, as in the real one: SQLite tells a connection of the writes of others.
        const reader = openJournalReader(place);
        return { journal: reader, writer: directWriter(journal), [Symbol.asyncDispose]: async () => reader[Symbol.dispose]() };
      },
      silentAfterMs,
      rate,
    });
    const started = await startLoopbackServer({ port, routes: listener.routes, peerUser, extensions: listener.guests, log: component.log });
    assert.ok(started.ok);
    return started.value;
  };
  const running = (): Listener => {
    assert.ok(listener);
    return listener;
  };
  const rig: ListenerRig = {
    ...{ component, journal, peerUser, clock },
    port: 0,
    filter: contentFilterDocument.parse({}),
    shown: [],
    misunderstood: [],
    listener: running,
    restart: async () => {
      await stop();
      server = await start(rig.port);
    },
    code: async () => {
      const offered = await running().pairings.answer({ op: 'pair' });
      assert.ok('code' in offered);
      return offered.code;
    },
    pair: async (options = {}) => pairWith(rig.port, await rig.code(), options),
    connect: async (paired) => {
      const client = await ExtensionClient.connect(rig.port, paired ?? (await rig.pair()));
      clients.push(client);
      return client;
    },
  };
  server = await start(0);
  return Object.assign(rig, { port: server.port });
}
