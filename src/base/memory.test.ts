import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { memoryFlags } from './memory.ts';

const root = path.join(import.meta.dirname, '../..');

test('however Hub is started, its supervisor has the same flags as its components', () => {
  for (const file of ['hub', 'hub.cmd'])
    assert.ok(readFileSync(path.join(root, file), 'utf8').includes(` ${memoryFlags.join(' ')} `), file);
  const listed = memoryFlags.map((flag) => `'${flag}'`).join(', ');
  assert.ok(readFileSync(path.join(root, 'tools/setup/purposes.mjs'), 'utf8').includes(`[${listed}, 'bin/hub.ts', 'run'`));
});
