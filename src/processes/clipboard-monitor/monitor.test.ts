import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { FakeClipboard, type FakeCopy } from '../../../test/doubles/fake-clipboard.ts';
import { MonitorRig } from '../../../test/doubles/monitor-in-process.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { type ContentFilter, contentFilterDocument } from '../../contract/documents/content-filter.ts';
import { readCounters } from '../../journal/captures/counters.ts';
import { readMissed } from '../../journal/captures/missed-copies.ts';
import { readPresent } from '../../journal/fragments/fragments.ts';
import { listFragments } from '../../journal/fragments/listing.ts';
import type { Clipboard, OpenFailure } from '../../platform/clipboard/index.ts';

const secret = { 'text/plain': 'CANARY' };

describe('a copy', () => {
  test('is in the journal with its source when the core is notified', async (t) => {
    const rig = new MonitorRig(t);
    const { component } = await rig.start();
    const { journal } = rig;
    const owner = { name: 'Firefox', executable: '/usr/bin/firefox', pid: 7, windowTitle: 'A page' };
    const content = { 'text/html': '<b>x</b>', 'image/png': Buffer.alloc(200_000, 1) };
    await rig.copy({ content, owner, sourceUrl: 'https://user:pw@example.org/a' });
    const { fragments } = readPresent(journal);
    assert.deepEqual(component.said, [{ to: 'python_core', message: { kind: 'captured', captureId: fragments[0]?.captureId } }]);
    assert.deepEqual(
      fragments.map(({ kind, mediaTypes, bytes }) => ({ kind, mediaTypes, bytes })),
      [{ kind: 'image', mediaTypes: ['image/png', 'text/html'], bytes: 200_000 }],
    );
    assert.deepEqual(fragments[0]?.source, { type: 'web', name: 'A page', path: 'https://example.org/a', app: owner });
  });

  test('belongs to the WorkSpace that is active at that moment', async (t) => {
    const rig = new MonitorRig(t);
    await rig.start();
    for (const workspace of ['/a', '/b', '/a']) {
      rig.workspace = workspace;
      await rig.copy({ content: { 'text/plain': `copied ${rig.captured().length}` } });
    }
    const rows = rig.journal
      .statement('SELECT path FROM fragments JOIN workspaces ON workspaces.id = workspace ORDER BY fragments.id')
      .all();
    assert.deepEqual(
      rows.map(({ path }) => path),
      ['/a', '/b', '/a'],
    );
  });

  test('belongs to the WorkSpace in which it was made, however late its owner hands it over', async (t) => {
    const rig = new MonitorRig(t);
    await rig.start();
    rig.workspace = '/a';
    const copying = rig.copy('slow');
    rig.workspace = '/b';
    await copying;
    assert.equal(rig.journal.statement('SELECT path FROM fragments JOIN workspaces ON workspaces.id = workspace').get()?.path, '/a');
  });

  test('that is concealed or excluded leaves only a count, and the snapshot becomes empty', async (t) => {
    const rig = new MonitorRig(t, { excluded_app_names: ['vault'], blacklisted_window_keywords: ['bank'] });
    const { component } = await rig.start();
    const { journal } = rig;
    for (const copy of [{ concealed: true }, { owner: { name: 'Vault' } }, { owner: { windowTitle: 'My Bank' } }]) {
      await rig.copy({ content: { 'text/plain': 'public' }, owner: { name: 'Editor' } });
      await rig.copy({ content: secret, ...copy });
      const { fragments, absence } = readPresent(journal);
      assert.deepEqual(
        [fragments, absence],
        [[], 'concealed' in copy ? 'concealed' : 'windowTitle' in copy.owner ? 'excluded-window' : 'excluded'],
      );
      assert.deepEqual(component.said.at(-1)?.message, { kind: 'captured', captureId: null });
    }
    assert.deepEqual(readCounters(journal), { captured: 1, repeated: 2, concealed: 1, excluded: 2, unusable: 0, gone: 0, missed: 0 });
    assert.deepEqual(listFragments(journal, { limit: 10 }).length, 1);
  });

  test('in a private window of Firefox that marks nothing is not read, nor by a monitor that starts while its window is not known', async (t) => {
    const rig = new MonitorRig(t);
    const firefox = { name: 'firefox-esr', executable: '/usr/lib/firefox-esr/firefox-esr' };
    const { monitor } = await rig.start();
    await rig.copy({ content: secret, owner: { ...firefox, windowTitle: 'My bank — Mozilla Firefox Private Browsing' } });
    assert.deepEqual([rig.captured(), readPresent(rig.journal).absence], [[], 'concealed']);
    await monitor[Symbol.asyncDispose]();
    await rig.clipboard.copy({ content: secret, owner: { ...firefox, windowTitle: null } });
    await rig.start();
    await turn();
    assert.deepEqual([rig.captured(), readPresent(rig.journal).absence], [[], 'concealed']);
    await rig.copy({ content: { 'text/plain': 'public' }, owner: { ...firefox, windowTitle: 'A page — Mozilla Firefox' } });
    assert.deepEqual(rig.captured(), ['public']);
  });

  test('whose owner can not be determined in time is skipped and counted if a rule may match it; without such a rule it is kept', async (t) => {
    const unnamed = { content: secret, ownerTooLate: true };
    for (const rules of [{ excluded_app_names: ['vault'] }, { blacklisted_window_keywords: ['bank'] }]) {
      const rig = new MonitorRig(t, rules);
      const { component } = await rig.start();
      const { journal } = rig;
      await rig.copy(unnamed);
      assert.deepEqual([readCounters(journal)?.captured ?? 0, readCounters(journal)?.excluded], [0, 1]);
      assert.equal(readPresent(journal).absence, 'owner-unknown');
      assert.ok(component.logged.includes('INFO copy skipped'));
      assert.match(component.notes.at(-1) ?? '', /^the last copy was skipped/);
      await rig.copy({ content: { 'text/plain': 'public' }, owner: { name: 'Editor' } });
      assert.equal(component.notes.at(-1), null);
    }
    const rig = new MonitorRig(t, { excluded_extensions: ['.key'] });
    await rig.start();
    const { journal } = rig;
    await rig.copy(unnamed);
    assert.equal(readCounters(journal)?.captured, 1);
  });

  test('whose owner is one of several programs is kept if no rule matches any of them', async (t) => {
    const rig = new MonitorRig(t, { excluded_app_names: ['vault'] });
    await rig.start();
    await rig.copy({ content: { 'text/plain': 'public' }, ownerMayBe: ['xclip', 'sh'] });
    await rig.copy({ content: secret, ownerMayBe: ['xclip', 'Vault'] });
    assert.deepEqual([rig.captured(), readPresent(rig.journal).absence], [['public'], 'owner-unknown']);
  });

  test('is not read while the filter is not valid, and the condition says what to do', async (t) => {
    const rig = new MonitorRig(t);
    rig.filter = null;
    const { component, monitor } = await rig.start();
    const { journal } = rig;
    assert.match(component.conditions.at(-1) ?? '', /^nothing is captured: content-filter.json can't be read or is not valid/);
    assert.ok((component.conditions.at(-1)?.length ?? 0) <= 200);
    await rig.copy({ content: secret });
    assert.deepEqual([readCounters(journal)?.captured ?? 0, readCounters(journal)?.excluded], [0, 1]);
    rig.filter = contentFilterDocument.parse({});
    monitor.filterChanged();
    assert.equal(component.conditions.at(-1), null);
    await rig.copy('public');
    assert.equal(readCounters(journal)?.captured, 1);
  });

  test('that was there at the start, and went before it could be read, is no loss', async (t) => {
    const rig = new MonitorRig(t);
    const { component } = await rig.start();
    await rig.copy('public');
    for (const because of ['replaced', 'owner-gone'] as const) rig.clipboard.miss(because, true);
    await turn();
    assert.deepEqual([readCounters(rig.journal)?.missed ?? 0, rig.present()], [0, 1]);
    assert.ok(!component.said.some(({ message }) => message.kind === 'missed'));
    rig.clipboard.miss('owner-silent', true);
    await turn();
    assert.equal(readCounters(rig.journal)?.missed, 1, 'it may be another one');
  });

  test('that is missed, or has no usable format, is counted, and the previous copy is no longer current', async (t) => {
    const rig = new MonitorRig(t);
    const { component } = await rig.start();
    const { clipboard, journal } = rig;
    await rig.copy('earlier');
    journal.statement('UPDATE present SET copied_at = copied_at - 10').run();
    clipboard.miss('replaced');
    await turn();
    assert.deepEqual(
      [readPresent(journal).fragments, readPresent(journal).absence],
      [[], 'unreadable'],
      'what took its place is still to come',
    );
    await rig.copy('public');
    journal.statement('UPDATE present SET copied_at = ?').run(Date.now() + 1_000);
    clipboard.miss('replaced');
    await turn();
    assert.equal(readPresent(journal).fragments.length, 1, 'what took its place was recorded already');
    journal.statement('UPDATE present SET copied_at = ?').run(Date.now());
    clipboard.miss('owner-silent');
    await turn();
    assert.deepEqual([readPresent(journal).fragments, readPresent(journal).absence], [[], 'unreadable']);
    await rig.copy('public');
    clipboard.miss('gone-unread');
    await rig.copy('public');
    clipboard.miss('nothing-usable');
    await rig.copy({ content: { 'application/x-private': 'x' } });
    const { missed, gone, unusable } = readCounters(journal);
    assert.deepEqual({ missed, gone, unusable }, { missed: 2, gone: 2, unusable: 2 });
    assert.deepEqual(
      readMissed(journal).map(({ because }) => because),
      ['gone-unread', 'owner-silent', 'replaced', 'replaced'],
    );
    assert.equal(readPresent(journal).absence, 'unreadable');
    assert.ok(component.logged.includes('WARN copy missed'));
    const told = component.said.filter(({ to, message }) => to === 'hub' && message.kind === 'missed');
    assert.equal(told.length, 3, 'each missed copy is reported to the window at once');
    clipboard.clear();
    await turn();
    assert.deepEqual([readPresent(journal).fragments, readPresent(journal).absence], [[], 'cleared']);
  });
});

describe('a clipboard', () => {
  test('that is missing is reported in words', async (t) => {
    const { component } = await new MonitorRig(t).start(async () => failed('no-xfixes'));
    assert.deepEqual(component.conditions, ['the X server has no XFixes extension']);
  });

  test('that the user does not let Hub read is reported in words, and opened once they do', async (t) => {
    const clipboard = new FakeClipboard();
    let tries = 0;
    const { component } = await new MonitorRig(t).start(async () => {
      tries += 1;
      return tries === 1 ? failed('denied') : done(clipboard);
    });
    assert.match(component.conditions[0] ?? '', /^macOS does not allow Hub to read the clipboard/);
    await component.until(() => component.conditions.at(-1) === null);
    assert.equal(tries, 2);
  });

  test('that disappears is looked for, and watched again once it is back', async (t) => {
    const clipboards = [new FakeClipboard(), new FakeClipboard()];
    let opened = 0;
    const rig = new MonitorRig(t);
    const { component } = await rig.start(async () => {
      const clipboard = clipboards[opened++];
      return clipboard ? done(clipboard) : failed('no-display');
    });
    clipboards[0]?.lose();
    assert.match(component.conditions.at(-1) ?? '', /^no display/);
    await component.until(() => component.conditions.at(-1) === null);
    await clipboards[1]?.copy({ content: { 'text/plain': 'after it' } });
    await turn();
    assert.equal(rig.present(), 1);
  });

  test('that opens only after the monitor has stopped is closed again', async (t) => {
    let open: (outcome: Outcome<Clipboard, OpenFailure>) => void = () => {};
    const opening = new Promise<Outcome<Clipboard, OpenFailure>>((resolve) => {
      open = resolve;
    });
    const rig = new MonitorRig(t);
    const { component, monitor } = rig.monitor(() => opening);
    const started = monitor.start();
    await monitor[Symbol.asyncDispose]();
    open(done(rig.clipboard));
    await started;
    await rig.copy('too late');
    assert.deepEqual([component.said, rig.captured()], [[], []]);
  });
});

test('without room, small contents are kept and large ones are not; the condition says what to do until there is room', async (t) => {
  const rig = new MonitorRig(t);
  rig.room = { kind: 'small-only', why: 'the journal has reached its limit of 20.0 GB' };
  const { component } = await rig.start();
  const { journal } = rig;
  const large = (letter: string): string => letter.repeat(128 * 1024 + 1);
  await rig.copy('x'.repeat(128 * 1024));
  await rig.copy(large('y'));
  await rig.copy({ content: { 'text/plain': 'a caption', 'image/png': large('p') } });
  assert.equal(component.conditions.at(-1), 'the journal has reached its limit of 20.0 GB');
  assert.deepEqual(
    listFragments(journal, { limit: 10 }).map(({ bytes }) => bytes),
    [9, 128 * 1024],
  );
  assert.equal(readCounters(journal)?.missed, 1);
  assert.deepEqual(fs.readdirSync(journal.blobs), []);
  rig.room = { kind: 'nearly-full', why: 'the journal has 18.0 GB of its 20.0 GB' };
  await rig.copy(large('z'));
  assert.equal(listFragments(journal, { limit: 1 })[0]?.bytes, 128 * 1024 + 1);
  assert.equal(component.conditions.at(-1), 'the journal has 18.0 GB of its 20.0 GB');
  rig.room = { kind: 'enough' };
  await rig.copy(large('e'));
  assert.equal(component.conditions.at(-1), null);
});

describe('the clipboard of a compositor that answers again', () => {
  /** A monitor on the clipboard of X; `answers` puts that of the compositor in its place, with this on it. */
  async function onX(t: TestContext, rules: Partial<ContentFilter> = {}) {
    const rig = new MonitorRig(t, rules);
    const compositor = new FakeClipboard();
    const answer = Promise.withResolvers<Clipboard>();
    rig.clipboard.successor = () => answer.promise;
    const running = await rig.start();
    const answers = async (copy: FakeCopy): Promise<void> => {
      await compositor.copy(copy);
      answer.resolve(compositor);
      for (let turns = 0; turns < 6; turns += 1) await turn();
    };
    return { rig, running, compositor, answers };
  }
  const firefox = { name: 'firefox-esr', executable: '/usr/lib/firefox-esr/firefox-esr' };

  test('has the copy that X has, which is not captured again, and what is copied there from then on is', async (t) => {
    const { rig, compositor, answers } = await onX(t);
    await rig.copy('public');
    await answers({ content: { 'text/plain': 'public' } });
    await compositor.copy({ content: { 'text/plain': 'next' } });
    await turn();
    assert.deepEqual([rig.captured(), rig.present()], [['public', 'next'], 1]);
  });

  test('is not read where X has a copy that was refused, whoever owns it there; the next copy is', async (t) => {
    const refused: readonly FakeCopy[] = [
      { content: secret, owner: { ...firefox, windowTitle: 'My bank — Mozilla Firefox Private Browsing' } },
      { content: secret, concealed: true },
      { content: secret, owner: { name: 'Vault' } },
    ];
    for (const copy of refused) {
      const { rig, compositor, answers } = await onX(t, copy.owner?.name === 'Vault' ? { excluded_app_names: ['vault'] } : {});
      await rig.copy(copy);
      const { absence } = readPresent(rig.journal);
      const counted = readCounters(rig.journal);
      await answers({ content: secret });
      assert.deepEqual([rig.captured(), readPresent(rig.journal).absence, readCounters(rig.journal)], [[], absence, counted]);
      await compositor.copy({ content: { 'text/plain': 'public' }, owner: { name: 'Editor' } });
      await turn();
      assert.deepEqual(rig.captured(), ['public']);
    }
  });

  test('leaves what X was allowed to read as it is where a rule asks for a program that is not known there', async (t) => {
    const { rig, running, answers } = await onX(t, { excluded_app_names: ['vault'] });
    await rig.copy({ content: { 'text/plain': 'public' }, owner: { name: 'Editor' } });
    await answers({ content: { 'text/plain': 'public' }, ownerTooLate: true });
    assert.deepEqual([rig.captured(), rig.present(), readCounters(rig.journal)?.excluded], [['public'], 1, 0]);
    assert.equal(running.component.notes.at(-1), null);
  });

  test('says so where a rule asks for a program that is not known there, and X had no copy that was captured', async (t) => {
    const { rig, answers } = await onX(t, { excluded_app_names: ['vault'] });
    await answers({ content: { 'text/plain': 'public' }, ownerTooLate: true });
    assert.deepEqual([rig.captured(), readPresent(rig.journal).absence], [[], 'owner-unknown']);
  });

  test('is over with its session: what the next one begins with is a copy like any other', async (t) => {
    const [x, compositor, next] = [new FakeClipboard(), new FakeClipboard(), new FakeClipboard()];
    const answer = Promise.withResolvers<Clipboard>();
    x.successor = () => answer.promise;
    const opens = [x, next];
    const rig = new MonitorRig(t);
    const { component } = await rig.start(async () => {
      const clipboard = opens.shift();
      return clipboard ? done(clipboard) : failed('no-display');
    });
    await x.copy({ content: secret, concealed: true });
    await compositor.copy({ content: secret });
    answer.resolve(compositor);
    for (let turns = 0; turns < 6; turns += 1) await turn();
    await next.copy({ content: { 'text/plain': 'public' }, owner: { name: 'gedit', executable: '/usr/bin/gedit' } });
    compositor.lose();
    await component.until(() => component.conditions.at(-1) === null);
    await turn();
    assert.deepEqual(rig.captured(), ['public']);
  });

  test('has what was copied during a pause, which is not captured', async (t) => {
    const { rig, running, answers } = await onX(t);
    await rig.copyDuringPause(running, 'CANARY');
    await answers({ content: secret });
    assert.deepEqual(rig.captured(), []);
  });
});

test('a monitor that starts after a copy was refused does not read one of which nobody knows the owner', async (t) => {
  const rig = new MonitorRig(t);
  const { monitor } = await rig.start();
  await rig.copy({ content: secret, concealed: true });
  await monitor[Symbol.asyncDispose]();
  await rig.clipboard.copy({ content: secret });
  await rig.start();
  await turn();
  assert.deepEqual([rig.captured(), readPresent(rig.journal).absence], [[], 'concealed']);
  await rig.copy('public');
  assert.deepEqual(rig.captured(), ['public']);
});
