import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startXDisplay, withoutXvfb } from '../../../test/harness/desktop/x-display.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { openDisplay } from './open-display.ts';

function setForNow(t: TestContext, name: string, value: string | undefined): void {
  const before = process.env[name];
  const set = (to: string | undefined): void => {
    if (to === undefined) delete process.env[name];
    else process.env[name] = to;
  };
  t.after(() => set(before));
  set(value);
}

test('an unreadable Xauthority file does not prevent connecting to a display that requires no key', { skip: withoutXvfb() }, async (t) => {
  await using display = await startXDisplay();
  const [empty, forbidding] = [temporaryHome(t), temporaryHome(t)];
  // A folder in the place of a file can be read by nobody, including root.
  const folder = path.join(forbidding, '.Xauthority');
  mkdirSync(folder);
  for (const [home, authority] of [
    [empty, folder],
    [forbidding, ''],
    [forbidding, undefined],
  ] as const) {
    setForNow(t, 'HOME', home);
    setForNow(t, 'XAUTHORITY', authority);
    const opened = await openDisplay(display.name, 5_000);
    assert.ok(opened, `XAUTHORITY ${authority}`);
    opened.client.stream.destroy();
  }
});
