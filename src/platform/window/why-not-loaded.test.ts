import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyNotLoaded } from './index.ts';

const missing = new Error("Cannot find module './webview.linux-x64-gnu.node'");
const after = (message: string) => new Error('Cannot find native binding.', { cause: new Error(message, { cause: missing }) });

test('why the package of the window did not load is told by the words of the loader', () => {
  const cases = {
    'libwebkit2gtk-4.1.so.0: cannot open shared object file: No such file or directory': 'no-webkit',
    '/tmp/libwebkit2gtk-4.1.so.0: file too short': 'no-webkit',
    "/lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.39' not found (required by /a/webview.linux-x64-gnu.node)": 'addon-not-adapted',
    "Cannot find module '@webviewjs/webview-linux-x64-gnu'": 'addon-missing',
  } as const;
  for (const [message, reason] of Object.entries(cases)) assert.equal(whyNotLoaded(after(message), 'linux'), reason, message);
  assert.equal(whyNotLoaded(after('The specified module could not be found.'), 'win32'), 'no-webview2');
});

test('an error that is its own cause, or none, is read too', () => {
  const round = new Error('a');
  round.cause = round;
  assert.equal(whyNotLoaded(round, 'linux'), 'addon-missing');
  assert.equal(whyNotLoaded('text', 'linux'), 'addon-missing');
});
