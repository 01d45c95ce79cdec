import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { FakeCopy } from '../../../test/doubles/fake-clipboard.ts';
import { MonitorRig, type RunningMonitor } from '../../../test/doubles/monitor-in-process.ts';
import type { ContentFilter } from '../../contract/documents/content-filter.ts';
import type { JournalFragment } from '../../contract/journal.ts';
import { readCounters } from '../../journal/captures/counters.ts';
import { contentPlaces, readFragment, readPresent } from '../../journal/fragments/fragments.ts';
import { listFragments } from '../../journal/fragments/listing.ts';

const klipper = { name: 'klipper', executable: '/usr/bin/klipper', pid: 7, windowTitle: null };

async function started(t: TestContext, filter: Partial<ContentFilter> = {}): Promise<{ rig: MonitorRig; running: RunningMonitor }> {
  const rig = new MonitorRig(t, filter);
  rig.selectionRules = { capture: true, max_count: 500 };
  return { rig, running: await rig.start() };
}

async function select(rig: MonitorRig, copy: string | FakeCopy, meanwhile?: () => void): Promise<void> {
  await rig.clipboard.select(typeof copy === 'string' ? { content: { 'text/plain': copy } } : copy, meanwhile);
  for (let turns = 0; turns < 5; turns += 1) await turn();
}

function selectedFragments({ journal }: MonitorRig): readonly JournalFragment[] {
  return journal
    .statement(
      "SELECT fragments.id FROM fragments JOIN captures ON captures.id = capture_id WHERE origin = 'selection' ORDER BY fragments.id",
    )
    .all()
    .map(({ id }) => readFragment(journal, Number(id)))
    .filter((fragment) => fragment !== null);
}

function selected(rig: MonitorRig): readonly string[] {
  return selectedFragments(rig).map(({ id }) => {
    const place = contentPlaces(rig.journal, id)[0];
    return place && 'inline' in place ? Buffer.from(place.inline).toString() : '';
  });
}

test('a selected text is in the journal, and is neither a copy nor what is on the clipboard', async (t) => {
  const { rig, running } = await started(t);
  await rig.copy('copied');
  const before = [readPresent(rig.journal), readCounters(rig.journal), listFragments(rig.journal, { limit: 9 })];
  await select(rig, 'selected');
  assert.deepEqual(selected(rig), ['selected']);
  assert.deepEqual([readPresent(rig.journal), readCounters(rig.journal), listFragments(rig.journal, { limit: 9 })], before);
  assert.deepEqual(running.component.said.at(-1), {
    to: 'python_core',
    message: { kind: 'captured', captureId: selectedFragments(rig)[0]?.captureId },
  });
});

test('the switch is in force at once, in both directions', async (t) => {
  const rig = new MonitorRig(t);
  const { monitor } = await rig.start();
  assert.equal(rig.clipboard.isSelectedWatched, false);
  for (const capture of [true, false, true]) {
    rig.selectionRules = { capture, max_count: 500 };
    monitor.selectionRulesChanged();
    assert.equal(rig.clipboard.isSelectedWatched, capture);
    await select(rig, `${capture}`);
  }
  assert.deepEqual(selected(rig), ['true', 'true']);
});

test('what is concealed, of an excluded program or window, of an unknown one, or put there by a clipboard manager is not kept', async (t) => {
  const { rig } = await started(t, { excluded_app_names: ['Vault'], blacklisted_window_keywords: ['private'] });
  const content = { 'text/plain': 'CANARY' };
  const owner = { name: 'Editor', executable: '/usr/bin/editor', pid: 9, windowTitle: 'A text' };
  await select(rig, { content, owner, concealed: true });
  await select(rig, { content, owner: { ...owner, name: 'Vault' } });
  await select(rig, { content, owner: { ...owner, windowTitle: 'private – Editor' } });
  await select(rig, { content, owner, ownerTooLate: true });
  await select(rig, { content, owner: klipper });
  rig.filter = null;
  await select(rig, { content, owner });
  assert.deepEqual(selected(rig), []);
});

test('nothing is kept of a pause, not even what was selected before it and would be read during it, or after it', async (t) => {
  const { rig, running } = await started(t);
  await select(rig, 'before', () => rig.mark());
  await rig.pause(running);
  await select(rig, 'during');
  let isWanted = false;
  await select(rig, 'until its end', () => {
    isWanted = true;
  });
  await rig.resume(running);
  await select(rig, 'after');
  assert.deepEqual([selected(rig), isWanted], [['after'], false]);
});

test('the copy that is to be ignored is still to come: a selection does not use that up, and is not kept until then', async (t) => {
  const { rig, running } = await started(t);
  writeFileSync(rig.places.ignoreNext, '');
  running.component.hear({ kind: 'act', verb: 'ignore-next-copy' });
  await select(rig, 'secret');
  assert.ok(existsSync(rig.places.ignoreNext));
  await rig.copy({ content: { 'text/plain': 'secret' }, client: 5 });
  await select(rig, { content: { 'text/plain': 'secret' }, client: 5 });
  assert.deepEqual([rig.captured(), selected(rig)], [[], []]);
  await select(rig, { content: { 'text/plain': 'later' }, client: 6 });
  assert.deepEqual(selected(rig), ['later']);
});

test('the switch is turned off while a text stands: it is not kept', async (t) => {
  const { rig, running } = await started(t);
  await select(rig, 'CANARY', () => {
    rig.selectionRules = { capture: false, max_count: 500 };
    running.monitor.selectionRulesChanged();
  });
  assert.deepEqual(selected(rig), []);
});

test('only the last ones are kept, and a pinned one stays', async (t) => {
  const { rig } = await started(t);
  rig.selectionRules = { capture: true, max_count: 3 };
  for (const text of ['one', 'two', 'three', 'four', 'five', 'six']) {
    await select(rig, text);
    const id = selectedFragments(rig).at(-1)?.id ?? 0;
    rig.journal.statement("UPDATE fragments SET state = 'kept', reason = 'selected' WHERE id = ?").run(id);
    if (text === 'two') rig.journal.statement('INSERT INTO annotations (fragment_id, pinned) VALUES (?, 1)').run(id);
  }
  assert.deepEqual(selected(rig), ['two', 'four', 'five', 'six']);
});

test('a journal that accepts nothing now costs the selection, and that is no missed copy', async (t) => {
  const { rig, running } = await started(t);
  await rig.copy('copied');
  const [counted, present] = [readCounters(rig.journal), readPresent(rig.journal)];
  rig.journal.statement('ALTER TABLE captures RENAME TO hidden').run();
  await select(rig, 'selected');
  rig.journal.statement('ALTER TABLE hidden RENAME TO captures').run();
  assert.deepEqual([readCounters(rig.journal), readPresent(rig.journal)], [counted, present]);
  assert.equal(running.component.conditions.at(-1) ?? null, null);
});
