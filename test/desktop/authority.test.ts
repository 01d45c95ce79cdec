import assert from 'node:assert/strict';
import os from 'node:os';
import { test } from 'node:test';
import { openClipboard } from '../../src/platform/clipboard/index.ts';
import { startXDisplay, withoutXvfb } from '../harness/desktop/x-display.ts';

test('an unreadable Xauthority file does not matter for a display that requires none', { skip: withoutXvfb() }, async (t) => {
  await using display = await startXDisplay();
  const before = process.env.XAUTHORITY;
  t.after(() => {
    if (before === undefined) delete process.env.XAUTHORITY;
    else process.env.XAUTHORITY = before;
  });
  // Nobody, not even root, can read a folder as a file.
  process.env.XAUTHORITY = os.tmpdir();
  const opened = await openClipboard({ platform: 'linux', display: display.name, waylandDisplay: undefined, authorityFile: os.tmpdir() });
  assert.ok(opened.ok);
  await opened.value.close();
});
