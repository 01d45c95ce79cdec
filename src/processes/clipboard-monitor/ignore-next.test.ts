import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { MonitorRig, type RunningMonitor } from '../../../test/doubles/monitor-in-process.ts';
import { readCounters } from '../../journal/captures/counters.ts';
import { readPresent } from '../../journal/fragments/fragments.ts';

const manager = { owner: { name: 'klipper', executable: '/usr/bin/klipper', pid: 7, windowTitle: null } } as const;

function ignoreNext(rig: MonitorRig, { component }: RunningMonitor): void {
  writeFileSync(rig.places.ignoreNext, '');
  component.hear({ kind: 'act', verb: 'ignore-next-copy' });
}

test('exactly one copy is ignored, without a request, and what was there before is shown until then', async (t) => {
  const rig = new MonitorRig(t);
  const running = await rig.start();
  await rig.copy('before');
  ignoreNext(rig, running);
  assert.match(running.component.notes.at(-1) ?? '', /^the next copy is ignored/);
  assert.equal(rig.present(), 1);
  const counted = readCounters(rig.journal);
  await rig.copy('secret');
  assert.deepEqual([rig.captured(), rig.present(), readPresent(rig.journal).absence], [['before'], 0, 'ignored']);
  assert.deepEqual(readCounters(rig.journal), counted);
  assert.equal(running.component.notes.at(-1), null);
  await rig.copy('after');
  assert.deepEqual([rig.captured(), rig.present()], [['before', 'after'], 1]);
});

test('it takes effect with its mark, before the message about it has arrived, and can be taken back', async (t) => {
  const rig = new MonitorRig(t);
  const running = await rig.start();
  writeFileSync(rig.places.ignoreNext, '');
  await rig.copy('secret');
  running.component.hear({ kind: 'act', verb: 'ignore-next-copy' });
  await rig.copy('first');
  ignoreNext(rig, running);
  rmSync(rig.places.ignoreNext);
  running.component.hear({ kind: 'act', verb: 'resume-capture' });
  assert.equal(running.component.notes.at(-1), null);
  await rig.copy('second');
  assert.deepEqual(rig.captured(), ['first', 'second']);
});

test('a clipboard that is only cleared is no copy', async (t) => {
  const rig = new MonitorRig(t);
  const running = await rig.start();
  ignoreNext(rig, running);
  rig.clipboard.clear();
  await rig.copy('secret');
  await rig.copy('after');
  assert.deepEqual(rig.captured(), ['after']);
});

test('a program that announces the ignored copy once more, and a clipboard manager that takes it over, make no new copy', async (t) => {
  const rig = new MonitorRig(t);
  const running = await rig.start();
  ignoreNext(rig, running);
  await rig.copy({ content: { 'text/plain': 'secret' }, client: 5 });
  await rig.copy({ content: { 'text/plain': 'secret', 'text/html': 'secret' }, client: 5 });
  rig.clipboard.clear();
  await rig.copy({ content: { 'text/plain': 'secret' }, ...manager });
  assert.deepEqual([rig.captured(), readCounters(rig.journal).excluded, readCounters(rig.journal).concealed], [[], 0, 0]);
  await rig.copy('after');
  await rig.copy({ content: { 'text/plain': 'from its history' }, ...manager });
  assert.deepEqual(rig.captured(), ['after', 'from its history']);
});

test('where nobody is told who copies, what comes at once after the ignored copy, or after the clipboard is empty, is the same copy', async (t) => {
  const rig = new MonitorRig(t);
  rig.clipboard.isAnonymous = true;
  const running = await rig.start();
  const copyOfNobody = (words: string) => rig.copy({ content: { 'text/plain': words } });
  ignoreNext(rig, running);
  await copyOfNobody('secret');
  await copyOfNobody('secret');
  rig.clipboard.clear();
  await copyOfNobody('secret');
  assert.deepEqual(rig.captured(), []);
  await pause(300);
  rig.clipboard.clear();
  await pause(1_050);
  await copyOfNobody('after');
  assert.deepEqual(rig.captured(), ['after']);
  ignoreNext(rig, running);
  rig.clipboard.clear();
  await copyOfNobody('after');
  assert.ok(existsSync(rig.places.ignoreNext), 'put back, and not the next one');
});

test('where nobody is told who copies, a concealed copy does not come back without its mark', async (t) => {
  const rig = new MonitorRig(t);
  rig.clipboard.isAnonymous = true;
  await rig.start();
  await rig.copy({ content: { 'text/plain': 'secret' }, concealed: true });
  rig.clipboard.clear();
  await rig.copy({ content: { 'text/plain': 'secret' } });
  assert.deepEqual(rig.captured(), []);
  await pause(1_050);
  await rig.copy({ content: { 'text/plain': 'after' } });
  assert.deepEqual(rig.captured(), ['after']);
});

test('a desktop that keeps the clipboard of a program that exits is a clipboard manager', async (t) => {
  for (const name of ['gnome-shell', 'cinnamon', 'xfsettingsd', 'wrapper-2.0']) {
    const rig = new MonitorRig(t);
    ignoreNext(rig, await rig.start());
    await rig.copy({ content: { 'text/plain': 'secret' }, client: 5 });
    rig.clipboard.clear();
    const owner = { name, executable: `/usr/bin/${name}`, pid: 7, windowTitle: null };
    await rig.copy({ content: { 'text/plain': 'secret' }, owner });
    assert.deepEqual(rig.captured(), [], name);
  }
});

test('an earlier copy that a clipboard manager puts back is not the next one', async (t) => {
  const rig = new MonitorRig(t);
  const running = await rig.start();
  await rig.copy('before');
  ignoreNext(rig, running);
  rig.clipboard.clear();
  await rig.copy({ content: { 'text/plain': 'before' }, ...manager });
  assert.ok(existsSync(rig.places.ignoreNext), 'the secret is still to come');
  await rig.copy({ content: { 'text/plain': 'secret' }, client: 50 });
  await rig.copy({ content: { 'text/plain': 'secret', 'text/html': 'secret' }, client: 50 });
  await rig.copy('after');
  assert.deepEqual(rig.captured(), ['before', 'after']);
});

test('what a starting monitor passes over is no new copy either when a clipboard manager takes it over', async (t) => {
  const rig = new MonitorRig(t);
  const first = await rig.start();
  await rig.copyDuringPause(first, 'secret');
  await first.monitor[Symbol.asyncDispose]();
  await rig.start();
  rig.clipboard.clear();
  await rig.copy({ content: { 'text/plain': 'secret' }, ...manager });
  assert.deepEqual(rig.captured(), []);
  await rig.copy('after');
  assert.deepEqual(rig.captured(), ['after']);
});

test('the same is true of a copy that was made during a pause', async (t) => {
  const rig = new MonitorRig(t);
  const running = await rig.start();
  await rig.copyDuringPause(running, 'secret');
  await rig.copy({ content: { 'text/plain': 'secret' }, ...manager });
  assert.deepEqual(rig.captured(), []);
  const second = await rig.start();
  assert.deepEqual(rig.captured(), [], 'nor for a monitor that starts');
  await rig.copy('after');
  assert.deepEqual(rig.captured(), ['after']);
  assert.equal(second.component.notes.at(-1), null);
});

test('a monitor that starts while the next copy is to be ignored takes nothing that is there, and ignores the next one', async (t) => {
  const rig = new MonitorRig(t);
  writeFileSync(rig.places.ignoreNext, '');
  await rig.copy('while none watched');
  const running = await rig.start();
  await rig.copy('secret');
  assert.deepEqual(rig.captured(), []);
  await running.monitor[Symbol.asyncDispose]();
  await rig.start();
  assert.deepEqual(rig.captured(), [], 'one that starts after it takes neither');
  await rig.copy('after');
  assert.deepEqual(rig.captured(), ['after']);
});

test('a mark that can not be removed ignores too much rather than too little, and that is logged', async (t) => {
  const rig = new MonitorRig(t);
  const running = await rig.start();
  ignoreNext(rig, running);
  mkdirSync(rig.places.capturePassedOver);
  await rig.copy('secret');
  await rig.copy('another');
  assert.deepEqual(rig.captured(), []);
  assert.ok(existsSync(rig.places.ignoreNext));
  assert.ok(running.component.logged.some((line) => line.startsWith('ERROR')));
});

test('a pause comes first: during it no copy uses up what is to be ignored', async (t) => {
  const rig = new MonitorRig(t);
  const running = await rig.start();
  ignoreNext(rig, running);
  await rig.pause(running);
  await rig.copy('secret');
  assert.ok(existsSync(rig.places.ignoreNext));
  await rig.resume(running);
  await rig.copy('also secret');
  await rig.copy('after');
  assert.deepEqual(rig.captured(), ['after']);
});
