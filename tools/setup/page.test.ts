import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { sourcesIn } from './page.mjs';

test('a source of the page that is changed, added, renamed or removed is noticed; packages that npm installs there are not', (t) => {
  const folder = temporaryHome(t);
  const at = (...names: readonly string[]): string => path.join(folder, ...names);
  mkdirSync(at('frame'));
  writeFileSync(at('frame', 'mark.tsx'), 'mark');
  let before = '';
  const isNoticed = (): boolean => {
    const now = sourcesIn(folder).join('');
    const isOther = now !== before;
    before = now;
    return isOther;
  };
  assert.ok(isNoticed());
  mkdirSync(at('node_modules', '.vite'), { recursive: true });
  writeFileSync(at('node_modules', '.vite', 'deps.json'), '{}');
  assert.equal(isNoticed(), false);
  writeFileSync(at('frame', 'mark.tsx'), 'another mark');
  assert.ok(isNoticed());
  utimesSync(at('frame', 'mark.tsx'), 1, 1);
  assert.ok(isNoticed());
  writeFileSync(at('app.tsx'), '');
  assert.ok(isNoticed());
  renameSync(at('frame', 'mark.tsx'), at('frame', 'sign.tsx'));
  assert.ok(isNoticed());
  rmSync(at('app.tsx'));
  assert.ok(isNoticed());
  assert.equal(isNoticed(), false);
});
