import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { MonitorRig, putBack } from '../../../test/doubles/monitor-in-process.ts';
import { readCounters } from '../../journal/captures/counters.ts';
import { readPresent } from '../../journal/fragments/fragments.ts';
import { listFragments } from '../../journal/fragments/listing.ts';
import { deleteFragment } from '../../journal/keeping/delete-fragments.ts';

const whyPaused = 'capture is paused; resume it with: hub resume';

describe('a pause', () => {
  test('captures and counts no copy, and is shown in the status', async (t) => {
    const rig = new MonitorRig(t);
    const running = await rig.start();
    await rig.copy('before');
    await rig.pause(running);
    assert.deepEqual([running.component.conditions.at(-1), running.component.notes.at(-1)], [null, whyPaused], 'nothing is missing');
    assert.deepEqual(running.component.said.at(-1), { to: 'python_core', message: { kind: 'captured', captureId: null } });
    assert.equal(rig.present(), 0);
    const counted = readCounters(rig.journal);
    await rig.copy('secret');
    await rig.clipboard.copy({ content: { 'text/plain': 'secret' }, concealed: true });
    rig.clipboard.miss('owner-silent');
    rig.clipboard.clear();
    assert.deepEqual(rig.captured(), ['before']);
    assert.deepEqual(readCounters(rig.journal), counted);
    assert.ok(running.component.logged.every((line) => !line.startsWith('WARN')));
  });

  test('takes effect with its mark, before the message about it has arrived', async (t) => {
    const rig = new MonitorRig(t);
    const running = await rig.start();
    rig.mark();
    await rig.copy('secret');
    rig.clipboard.miss('owner-silent');
    assert.deepEqual(rig.captured(), []);
    assert.equal(readCounters(rig.journal).missed, 0);
    assert.deepEqual(running.component.notes, [null, whyPaused]);
    running.component.hear({ kind: 'act', verb: 'pause-capture' });
    await rig.resume(running);
    assert.deepEqual([rig.captured(), rig.present(), running.component.notes.at(-1)], [[], 0, null]);
  });

  test('begins, ends and is reported even if the journal can not be read, also at a start', async (t) => {
    const rig = new MonitorRig(t);
    const running = await rig.start();
    await rig.copy('before');
    const readable = rig.journal.statement;
    rig.journal.statement = (sql) => (/^SELECT/.test(sql) && sql.includes('present') ? assert.fail('not readable') : readable(sql));
    await rig.pause(running);
    assert.equal(running.component.notes.at(-1), whyPaused);
    const second = await rig.start();
    assert.equal(second.component.notes.at(-1), whyPaused);
    await rig.resume(running);
    assert.equal(running.component.notes.at(-1), null);
  });

  test('that is requested twice is one pause', async (t) => {
    const rig = new MonitorRig(t);
    const running = await rig.start();
    await rig.pause(running);
    const { changedAtMs } = readPresent(rig.journal);
    const said = running.component.said.length;
    await rig.pause(running);
    assert.deepEqual([readPresent(rig.journal).changedAtMs, running.component.said.length], [changedAtMs, said]);
    await rig.resume(running);
    await rig.resume(running);
    await rig.copy('after');
    assert.deepEqual(rig.captured(), ['after']);
    assert.deepEqual(running.component.notes, [null, whyPaused, null]);
  });

  test('that is over ignores what is on the clipboard, and captures the next copy', async (t) => {
    const rig = new MonitorRig(t);
    const running = await rig.start();
    await rig.copyDuringPause(running, 'secret');
    await turn();
    assert.deepEqual([rig.captured(), rig.present()], [[], 0]);
    assert.equal(running.component.notes.at(-1), null);
    await rig.copy('after');
    assert.deepEqual([rig.captured(), rig.present()], [['after'], 1]);
  });

  test('that is over ends at once, before the message about it has arrived', async (t) => {
    const rig = new MonitorRig(t);
    const running = await rig.start();
    running.component.hear({ kind: 'act', verb: 'pause-capture' });
    assert.deepEqual(running.component.notes, [null, whyPaused, null]);
    running.component.hear({ kind: 'act', verb: 'resume-capture' });
    await rig.copy('after');
    assert.deepEqual(rig.captured(), ['after']);
  });

  test('during which nobody copies leaves the earlier copy, and a fragment put back during it, current', async (t) => {
    const rig = new MonitorRig(t);
    const running = await rig.start();
    await rig.copy('first');
    await rig.copy('second');
    await rig.pause(running);
    assert.equal(rig.present(), 0);
    await rig.resume(running);
    const [second, first] = listFragments(rig.journal, { limit: 2 });
    assert.deepEqual(
      readPresent(rig.journal).fragments.map(({ id }) => id),
      [second?.id],
    );
    await rig.pause(running);
    await putBack(running, first?.id);
    await turn(); // until it is recorded
    await rig.resume(running);
    assert.deepEqual(
      readPresent(rig.journal).fragments.map(({ id }) => id),
      [first?.id],
    );
    assert.deepEqual(running.component.said.at(-1)?.message, { kind: 'captured', captureId: first?.captureId });
  });

  test('during which somebody copies, clears the clipboard, or deletes the current copy, leaves nothing current', async (t) => {
    const rig = new MonitorRig(t);
    const running = await rig.start();
    for (const meanwhile of [
      () => rig.copy('secret'),
      () => rig.clipboard.clear(),
      () => deleteFragment(rig.journal, listFragments(rig.journal, { limit: 1 })[0]?.id ?? 0),
    ]) {
      await rig.copy('before');
      assert.equal(rig.present(), 1);
      await rig.pause(running);
      await meanwhile();
      await rig.resume(running);
      assert.equal(rig.present(), 0);
    }
    assert.ok(running.component.logged.every((line) => !line.startsWith('ERROR')));
  });

  test('does not make a copy of an empty clipboard, whether it was cleared before or during the pause', async (t) => {
    const rig = new MonitorRig(t);
    const running = await rig.start();
    await rig.copy('before');
    rig.clipboard.clear();
    await turn(); // until it is recorded
    await rig.pause(running);
    assert.equal(readPresent(rig.journal).absence, 'paused');
    await rig.resume(running);
    assert.equal(readPresent(rig.journal).absence, 'cleared');
    await rig.copy('before');
    await rig.pause(running);
    rig.clipboard.clear();
    await rig.resume(running);
    assert.equal(readPresent(rig.journal).absence, 'cleared');
    await rig.copyDuringPause(running, 'secret');
    await turn();
    assert.equal(readPresent(rig.journal).absence, 'paused');
  });

  test('that was requested again before the message about its end stays', async (t) => {
    const rig = new MonitorRig(t);
    const running = await rig.start();
    await rig.pause(running);
    running.component.hear({ kind: 'act', verb: 'resume-capture' });
    await rig.copy('secret');
    assert.deepEqual(rig.captured(), []);
  });

  test('still allows a fragment to be put back, which is not shown as current', async (t) => {
    const rig = new MonitorRig(t);
    const running = await rig.start();
    await rig.copy('before');
    await rig.pause(running);
    await putBack(running, listFragments(rig.journal, { limit: 1 })[0]?.id);
    assert.equal(rig.clipboard.offered?.length, 1);
    assert.equal(rig.present(), 0);
  });

  for (const [name, until] of [
    ['is being read', async () => {}],
    ['waits for its commit', (copied: Promise<void>) => copied],
  ] as const) {
    test(`keeps a copy that ${name} when it begins, and does not report an earlier one as current`, async (t) => {
      const rig = new MonitorRig(t);
      const running = await rig.start();
      await rig.copy('earlier');
      const disk = Promise.withResolvers<void>();
      rig.disk = disk.promise;
      const copied = rig.clipboard.copy({ content: { 'text/plain': 'before' } });
      await until(copied);
      await rig.pause(running);
      assert.deepEqual(rig.captured(), ['earlier']);
      disk.resolve();
      await copied;
      await turn();
      assert.deepEqual([rig.captured(), rig.present()], [['earlier', 'before'], 0]);
      assert.deepEqual(running.component.said.at(-1)?.message, { kind: 'captured', captureId: null });
      await rig.resume(running);
      assert.equal(rig.present(), 0);
      await rig.copy('after');
      await rig.pause(running);
      await rig.resume(running);
      assert.equal(rig.present(), 1);
    });
  }
});

const ofManager = { owner: { name: 'parcellite', executable: '/usr/bin/parcellite', pid: 7, windowTitle: null }, client: 70 } as const;
const secret = { content: { 'text/plain': 'secret' } } as const;

test('a concealed copy that a clipboard manager offers without its mark is still concealed, also once it was cleared', async (t) => {
  const rig = new MonitorRig(t);
  await rig.start();
  await rig.copy({ ...secret, concealed: true, client: 5 });
  await rig.copy({ ...secret, ...ofManager });
  rig.clipboard.clear();
  await rig.copy({ ...secret, ...ofManager });
  assert.deepEqual([rig.captured(), readPresent(rig.journal).absence], [[], 'concealed']);
  await rig.copy('open');
  await rig.copy({ content: { 'text/plain': 'from its history' }, ...ofManager });
  assert.deepEqual(rig.captured(), ['open', 'from its history']);
});

test('another program that copies after a concealed copy is captured', async (t) => {
  const rig = new MonitorRig(t);
  await rig.start();
  await rig.copy({ ...secret, concealed: true, client: 5 });
  await rig.copy({ content: { 'text/plain': 'open' }, client: 5 });
  assert.deepEqual(rig.captured(), ['open'], 'the same program too, and at once');
});

test('a copy of an excluded program is excluded when a clipboard manager takes it over', async (t) => {
  const rig = new MonitorRig(t, { excluded_app_names: ['vault'] });
  await rig.start();
  await rig.copy({ ...secret, owner: { name: 'vault', executable: '/usr/bin/vault' }, client: 5 });
  rig.clipboard.clear();
  await rig.copy({ ...secret, ...ofManager });
  assert.deepEqual([rig.captured(), readPresent(rig.journal).absence], [[], 'excluded']);
});

test('a monitor that starts finds a concealed copy in a clipboard manager, and does not read it', async (t) => {
  const rig = new MonitorRig(t);
  const first = await rig.start();
  await rig.copy({ ...secret, concealed: true, client: 5 });
  await first.monitor[Symbol.asyncDispose]();
  await rig.copy({ ...secret, ...ofManager });
  await rig.start();
  assert.deepEqual([rig.captured(), readPresent(rig.journal).absence], [[], 'concealed']);
  await rig.copy('open');
  assert.deepEqual(rig.captured(), ['open']);
});
