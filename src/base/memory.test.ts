import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { memoryFlags } from './memory.ts';

const root = path.join(import.meta.dirname, '../..');

test('however Hub is started, its supervisor has the flags that its components have', () => {
  for (const file of ['hub', 'hub.cmd'])
    assert.ok(readFileSync(path.join(root, file), 'utf8').includes(` ${memoryFlags.join(' ')} `), file);
  const listed = memoryFlags.map((flag) => `'${flag}'`).join(', ');
  assert.ok(readFileSync(path.join(root, 'setup.mjs'), 'utf8').includes(`run: (words) => [${listed}, 'bin/hub.ts', 'run'`));
});
