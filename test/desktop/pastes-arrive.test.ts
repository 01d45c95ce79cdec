/** What is typed after a paste comes after the text, however late that is: Hub's own answers, and a program that answers pings. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { noDetails } from '../../src/base/log.ts';
import { offerAtoms, X11SelectionOwner } from '../../src/platform/clipboard/x11/selection-owner.ts';
import { arrivalAtoms, PasteArrival } from '../../src/platform/keyboard/x11/paste-arrival.ts';
import { Atoms } from '../../src/platform/x11/atoms.ts';
import { connectX, type XConnection } from '../../src/platform/x11/connection.ts';
import { eventMask, type MessageEvent } from '../../src/platform/x11/protocol.ts';
import { ServerClock } from '../../src/platform/x11/server-clock.ts';
import { startXDisplay, withoutXvfb } from '../harness/desktop/x-display.ts';
import { until } from '../harness/until.ts';

const lateByMs = 600;
const textTarget = 'UTF8_STRING';

describe('a paste', { skip: withoutXvfb() }, () => {
  const parts = new AsyncDisposableStack();
  const folder = mkdtempSync(path.join(tmpdir(), 'hub-arrival-'));
  let display = '';

  before(async () => {
    display = parts.use(await startXDisplay()).name;
  });
  after(async () => {
    await parts.disposeAsync();
    rmSync(folder, { recursive: true });
  });

  async function connected(): Promise<XConnection> {
    const opened = await connectX(display);
    assert.ok(opened.ok);
    return parts.use(opened.value);
  }

  async function atomsOf(connection: XConnection, names: readonly string[]): Promise<Atoms> {
    const atoms = await Atoms.intern(connection, names);
    assert.ok(atoms !== null);
    return atoms;
  }

  /** A program that works off its keys at once, and answers each ping. `has`: the text is there. */
  async function program() {
    const connection = await connected();
    const atoms = await atomsOf(connection, [...arrivalAtoms, textTarget]);
    const [protocols, ping, clipboard, text] = ['WM_PROTOCOLS', '_NET_WM_PING', 'CLIPBOARD', textTarget].map((name) => atoms.of(name));
    assert.ok(protocols && ping && clipboard && text);
    const window = connection.createWindow(eventMask.property);
    connection.changeProperty(window, protocols, 4, 32, [ping]);
    connection.events.on('message', ({ wid, message_type, data }: MessageEvent) => {
      if (wid !== window || message_type !== protocols) return;
      connection.order((client) =>
        client.SendClientMessage(connection.root, connection.root, protocols, 32, [...data], eventMask.substructure),
      );
    });
    const state = { has: false };
    connection.events.on('selectionAnswer', ({ property }) => {
      state.has ||= property === text;
    });
    await connection.getProperty(window, protocols, 0, 4);
    const ask = async (): Promise<void> => {
      connection.convertSelection({ requestor: window, selection: clipboard, target: text, property: text, time: 0 });
      await connection.getSelectionOwner(clipboard);
    };
    return { window, state, ask, connection };
  }

  async function watcher() {
    const connection = await connected();
    return { connection, atoms: await atomsOf(connection, arrivalAtoms) };
  }

  /** Hub's own, of the clipboard. */
  async function ownerOf(): Promise<X11SelectionOwner> {
    const connection = await connected();
    const atoms = await atomsOf(connection, [...offerAtoms, 'HUB_TIME']);
    const clock = new ServerClock(connection, { name: atoms.of('HUB_TIME'), type: atoms.of('INTEGER') });
    return new X11SelectionOwner({ connection, atoms, clock, log: noDetails, selection: 'CLIPBOARD' });
  }

  it('has arrived when the program has the text, which takes Hub a moment, and which is asked for its formats meanwhile', async () => {
    const owner = await ownerOf();
    // It has no content before somebody writes into it.
    const file = path.join(folder, 'late');
    execFileSync('mkfifo', [file]);
    const bytes = 'the text'.length;
    assert.ok((await owner.offer([{ mediaType: 'text/plain', content: { bytes, file } }])).ok);
    const [pasting, { connection, atoms: known }] = [await program(), await watcher()];
    using arrival = await PasteArrival.before(connection, known, pasting.window);
    await pasting.ask();
    arrival.begin();
    void pause(lateByMs).then(() => writeFileSync(file, 'the text'));
    await arrival.hasArrived;
    // What the server has told it by now.
    await pasting.connection.getSelectionOwner(known.of('CLIPBOARD'));
    assert.equal(pasting.state.has, true);
    owner.close();
  });

  it('has not arrived when a large copy is asked for again before anything of it was taken', async () => {
    const owner = await ownerOf();
    const inline = Buffer.alloc(1_000_000, 'x');
    assert.ok((await owner.offer([{ mediaType: 'text/plain', content: { bytes: inline.length, inline } }])).ok);
    const [pasting, { connection, atoms: known }] = [await program(), await watcher()];
    using arrival = await PasteArrival.before(connection, known, pasting.window);
    await pasting.ask();
    await pasting.ask();
    await until('announcement', () => pasting.state.has);
    arrival.begin();
    const first = await Promise.race([arrival.hasArrived.then(() => 'arrived'), pause(lateByMs, 'not yet')]);
    assert.equal(first, 'not yet');
    owner.close();
  });
});
