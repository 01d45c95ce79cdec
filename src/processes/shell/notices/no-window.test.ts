import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyNoWindow } from './no-window.ts';

const said = (reason: Parameters<typeof whyNoWindow>[0], form: 'checkout' | 'npm' | 'deb') => whyNoWindow(reason, { form, command: null });

test('what to do about a package of the window that does not load depends on how Hub was installed', () => {
  assert.match(said('addon-not-adapted', 'npm'), /npm install -g --allow-scripts="\$PWD\/FILE\.tgz" \.\/FILE\.tgz$/);
  assert.match(said('addon-missing', 'npm'), /without --omit=optional$/);
  assert.match(said('addon-not-adapted', 'checkout'), /npm run setup$/);
  assert.match(said('addon-missing', 'deb'), /install Hub again$/);
  assert.match(said('no-webkit', 'npm'), /apt-get install libwebkit2gtk-4\.1-0 libxdo3$/);
});
