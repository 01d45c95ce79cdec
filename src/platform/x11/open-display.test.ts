import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startXDisplay, withoutXvfb } from '../../../test/harness/x-display.ts';
import { openDisplay } from './open-display.ts';

function homeOf(t: TestContext): string {
  const home = mkdtempSync(path.join(os.tmpdir(), 'hub-authority-'));
  t.after(() => rmSync(home, { recursive: true }));
  return home;
}

function setForNow(t: TestContext, name: string, value: string | undefined): void {
  const before = process.env[name];
  const set = (to: string | undefined): void => {
    if (to === undefined) delete process.env[name];
    else process.env[name] = to;
  };
  t.after(() => set(before));
  set(value);
}

test('an Xauthority file that can not be read keeps no one from a display that asks for none', { skip: withoutXvfb() }, async (t) => {
  await using display = await startXDisplay();
  const [empty, forbidding] = [homeOf(t), homeOf(t)];
  // A folder in the place of a file can be read by nobody, root included.
  const folder = path.join(forbidding, '.Xauthority');
  mkdirSync(folder);
  for (const [home, authority] of [
    [empty, folder],
    [forbidding, ''],
    [forbidding, undefined],
  ] as const) {
    setForNow(t, 'HOME', home);
    setForNow(t, 'XAUTHORITY', authority);
    const opened = await openDisplay(display.name);
    assert.ok(opened, `XAUTHORITY ${authority}`);
    opened.client.terminate();
  }
});
