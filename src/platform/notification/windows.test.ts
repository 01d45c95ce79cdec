import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { BalloonIcon, iconData } from './windows.ts';

const textAt = (data: Buffer, from: number, units: number): string =>
  data.toString('utf16le', from, from + 2 * units).replace(/\0.*$/s, '');

test('a notification has its window, its icon and its texts where Windows looks for them', () => {
  const data = iconData({ window: 0x12345n, icon: 7, text: 'Gelesen: 3 Wörter' });
  assert.deepEqual([data.length, data.readUInt32LE(), data.readBigUInt64LE(8), data.readBigUInt64LE(32)], [976, 976, 0x12345n, 7n]);
  assert.deepEqual([textAt(data, 40, 128), textAt(data, 304, 256), textAt(data, 820, 64)], ['Hub', 'Gelesen: 3 Wörter', 'Hub']);
});

test('a text that is too long ends within its field, and not within a sign', () => {
  const text = `${'x'.repeat(253)}😀 and more`;
  const shown = textAt(iconData({ window: 1, icon: 1, text }), 304, 256);
  assert.equal(shown, `${'x'.repeat(253)}…`);
  assert.equal(textAt(iconData({ window: 1, icon: 1, text: 'y'.repeat(255) }), 304, 256).length, 255);
  // The title begins behind it.
  assert.equal(textAt(iconData({ window: 1, icon: 1, text: 'z'.repeat(5_000) }), 820, 64), 'Hub');
});

/** A taskbar with one icon, as Windows has it; `hangs` is awaited before each call is done. */
function rig(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const bar = { shown: null as string | null, calls: 0, most: 0, hangs: Promise.resolve() };
  let atOnce = 0;
  const icon = new BalloonIcon({
    owner: () => ({ window: 1, icon: 1 }),
    async notify(action, data) {
      bar.calls += 1;
      atOnce += 1;
      bar.most = Math.max(bar.most, atOnce);
      await bar.hangs;
      await turn();
      atOnce -= 1;
      const isThere = bar.shown !== null;
      if (isThere === (action === 0)) return false;
      bar.shown = action === 2 ? null : textAt(data, 304, 256);
      return true;
    },
  });
  const pass = async (ms: number): Promise<void> => {
    t.mock.timers.tick(ms);
    for (let turns = 0; turns < 10; turns += 1) await turn();
  };
  return { bar, icon, pass };
}

test('of texts that come at once the newest is shown, and the icon is gone after it', async (t) => {
  const { bar, icon, pass } = rig(t);
  assert.deepEqual(await Promise.all(['first', 'second', 'third'].map((text) => icon.show(text))), [true, false, true]);
  assert.deepEqual([bar.shown, bar.most], ['third', 1]);
  await pass(19_000);
  assert.equal(bar.shown, 'third');
  assert.equal(await icon.show('fourth'), true);
  await pass(19_000);
  assert.equal(bar.shown, 'fourth');
  await pass(1_000);
  assert.equal(bar.shown, null);
});

test('what a taskbar shows only after it was given up is taken away too, and what waited for it is not shown', async (t) => {
  const { bar, icon, pass } = rig(t);
  const hanging = Promise.withResolvers<void>();
  bar.hangs = hanging.promise;
  const both = Promise.all([icon.show('late'), icon.show('later')]);
  await pass(10_000);
  assert.deepEqual([await both, bar.calls], [[false, false], 1]);
  hanging.resolve();
  await pass(0);
  assert.equal(bar.shown, 'late');
  await pass(20_000);
  assert.equal(bar.shown, null);
});

test('a call that can not be made is answered with no', async () => {
  const icon = new BalloonIcon({ owner: () => assert.fail(), notify: async () => true });
  assert.deepEqual([await icon.show('nowhere'), await icon.remove()], [false, false]);
});
