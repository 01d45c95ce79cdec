import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { MonitorRig } from '../../../test/doubles/monitor-in-process.ts';
import { until } from '../../../test/harness/until.ts';
import { readPresent } from '../../journal/fragments/fragments.ts';
import { listFragments } from '../../journal/fragments/listing.ts';
import { annotate } from '../../journal/keeping/annotations.ts';

const password = 'kT9#vQ2mX7pL';
const xclip = { name: null, executable: '/usr/bin/xclip', pid: 7, windowTitle: null };
const copyOf = (text: string, owner: Omit<typeof xclip, 'executable'> & { readonly executable: string | null } = xclip) => ({
  content: { 'text/plain': text },
  owner,
});

async function rigWith(t: TestContext): Promise<MonitorRig> {
  const rig = new MonitorRig(t, { detect_secrets: true });
  await rig.start();
  return rig;
}

const states = (rig: MonitorRig) => listFragments(rig.journal, { limit: 9 }).map(({ state, reason }) => reason ?? state);

test('a password that its program clears again is erased, and the fact stays', async (t) => {
  const rig = await rigWith(t);
  await rig.copy('before');
  await rig.copy(copyOf(password));
  rig.clipboard.clear(xclip);
  await rig.copy('after');
  await until('that it is erased', () => !rig.captured().includes(password));
  assert.deepEqual(states(rig), ['captured', 'secret_cleared_password', 'captured']);
  const erased = listFragments(rig.journal, { limit: 9 })[1];
  assert.deepEqual([erased?.bytes, erased?.source.app.executable, erased?.source.app.windowTitle], [0, '/usr/bin/xclip', null]);
});

test('so is one whose program puts back what was there before it, or gives the clipboard up', async (t) => {
  const rig = await rigWith(t);
  await rig.copy(copyOf('before', { ...xclip, executable: '/usr/bin/editor' }));
  await rig.copy(copyOf(password));
  await rig.copy(copyOf('before'));
  await rig.copy(copyOf(`${password}2\n`));
  rig.clipboard.clear('request');
  await until('that both are erased', () => !rig.captured().some((text) => text.includes(password)));
  assert.equal(states(rig).filter((reason) => reason === 'secret_cleared_password').length, 2);
});

test('so is one that was put back by a command line whose processes were not all identified', async (t) => {
  const rig = await rigWith(t);
  const unknown = { ...xclip, executable: null };
  await rig.copy(copyOf('before', { ...xclip, executable: '/usr/bin/editor' }));
  for (const [first, second] of [
    [unknown, unknown],
    [xclip, unknown],
    [unknown, xclip],
  ] as const) {
    await rig.copy(copyOf(password, first));
    await rig.copy(copyOf('before', second));
    await until('that it is erased', () => !rig.captured().includes(password));
  }
  await rig.copy(copyOf(password, unknown));
  await rig.copy(copyOf('before', { ...xclip, executable: '/usr/bin/editor' }));
  await rig.copy('end');
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.ok(rig.captured().includes(password), 'a user who copies the same again in an editor clears nothing');
});

test('so is one that its program announced twice, or that a monitor found at its start', async (t) => {
  const rig = new MonitorRig(t, { detect_secrets: true });
  const { monitor } = await rig.start();
  await rig.copy(copyOf(password));
  await new Promise((resolve) => setTimeout(resolve, 20));
  await rig.copy(copyOf(password));
  rig.clipboard.clear('request');
  await until('that it is erased', () => !rig.captured().includes(password));
  await rig.copy(copyOf(`${password}2`));
  rig.journal.statement('UPDATE captures SET copied_at = copied_at - 20000 WHERE id = (SELECT max(id) FROM captures)').run();
  await monitor[Symbol.asyncDispose]();
  await rig.start();
  await turn();
  rig.clipboard.clear('request');
  await until('that the other is erased', () => !rig.captured().includes(`${password}2`));
});

test('a program that ends, another program, an ordinary word, and what the user has annotated are left alone', async (t) => {
  const rig = await rigWith(t);
  await rig.copy(copyOf(password));
  rig.clipboard.clear('end');
  await rig.copy(copyOf(`${password}2`));
  rig.clipboard.clear({ ...xclip, executable: '/usr/bin/another' });
  await rig.copy(copyOf('harbour'));
  rig.clipboard.clear(xclip);
  await rig.copy(copyOf(`${password}3`));
  await rig.copy(copyOf('something else'));
  rig.clipboard.clear(xclip);
  await rig.copy(copyOf(`${password}4`));
  const [fragment] = readPresent(rig.journal).fragments;
  annotate(rig.journal, fragment?.id ?? 0, { pinned: true });
  rig.clipboard.clear(xclip);
  await rig.copy('end');
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.deepEqual(rig.captured(), [password, `${password}2`, 'harbour', `${password}3`, 'something else', `${password}4`, 'end']);
});

test('nothing is erased where secrets are not looked for, or this kind is allowed', async (t) => {
  for (const rules of [{ detect_secrets: false }, { allowed_secrets: ['cleared_password' as const] }]) {
    const rig = new MonitorRig(t, rules);
    await rig.start();
    await rig.copy(copyOf(password));
    rig.clipboard.clear(xclip);
    await rig.copy('after');
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.deepEqual(rig.captured(), [password, 'after']);
  }
});

test('a password that its program gives up during a pause is erased, and not if something else was copied in it', async (t) => {
  const rig = new MonitorRig(t);
  const running = await rig.start();
  await rig.copy(copyOf(password));
  await rig.pause(running);
  rig.clipboard.clear('request');
  await until('that it is erased', () => !rig.captured().includes(password));
  await rig.resume(running);
  await rig.copy(copyOf(`${password}2`));
  await rig.pause(running);
  await rig.copy('unread');
  rig.clipboard.clear('request');
  await rig.resume(running);
  await rig.copy('end');
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.ok(rig.captured().includes(`${password}2`));
});

test('a monitor that is started again erases a password that was replaced meanwhile by what was there before', async (t) => {
  const rig = new MonitorRig(t);
  const first = await rig.start();
  const editor = { ...xclip, executable: '/usr/bin/editor' };
  await rig.copy(copyOf('before', editor));
  await rig.copy(copyOf(password));
  await first.monitor[Symbol.asyncDispose]();
  await rig.clipboard.copy(copyOf('before'));
  await rig.start();
  await until('that it is erased', () => !rig.captured().includes(password));
  assert.ok(states(rig).includes('secret_cleared_password'));
});

test('a monitor that is started again leaves alone what is only gone, or was copied by another program', async (t) => {
  const rig = new MonitorRig(t);
  const first = await rig.start();
  await rig.copy(copyOf('before', { ...xclip, executable: '/usr/bin/editor' }));
  await rig.copy(copyOf(password));
  await first.monitor[Symbol.asyncDispose]();
  await rig.clipboard.copy(copyOf('before', { ...xclip, executable: '/usr/bin/editor' }));
  const second = await rig.start();
  await second.monitor[Symbol.asyncDispose]();
  rig.clipboard.clear('end');
  await rig.start();
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.ok(rig.captured().includes(password));
});
