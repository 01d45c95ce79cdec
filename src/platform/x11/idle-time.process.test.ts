import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { missingPrograms } from '../../../test/harness/desktop/session-bus.ts';
import { startXDisplay, withoutXvfb } from '../../../test/harness/desktop/x-display.ts';
import { until } from '../../../test/harness/until.ts';
import { tryReadIdleMs } from './idle-time.ts';

const run = promisify(execFile);

test('the idle time grows until a key is pressed', { skip: missingPrograms('Xvfb', 'xdotool') }, async () => {
  await using display = await startXDisplay();
  const read = async () => (await tryReadIdleMs({ display: display.name, isWayland: false })) ?? assert.fail('unknown');
  await until('some idle time', async () => (await read()) > 400);
  await run('xdotool', ['key', 'a'], { env: { ...process.env, DISPLAY: display.name } });
  assert.ok((await read()) < 400);
});

test('without the extension, a server or X at all nobody knows', { skip: withoutXvfb() }, async () => {
  await using display = await startXDisplay(undefined, undefined, 'MIT-SCREEN-SAVER');
  assert.equal(await tryReadIdleMs({ display: display.name, isWayland: false }), null);
  assert.equal(await tryReadIdleMs({ display: display.name, isWayland: true }), null);
  assert.equal(await tryReadIdleMs({ display: ':9987', isWayland: false }), null);
  assert.equal(await tryReadIdleMs({ display: undefined, isWayland: false }), null);
});
