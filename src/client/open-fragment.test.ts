import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { keptFragment } from '../../test/doubles/kept-fragment.ts';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { done, failed } from '../base/outcome.ts';
import type { Fragment } from '../contract/source-snapshot.ts';
import { openFragment } from './open-fragment.ts';

test('a copy opens what it names rather than its file, and what could run as a program is only shown', async (t) => {
  const userHome = temporaryHome(t);
  const inHome = (name: string): string => path.join(userHome, name);
  mkdirSync(inHome('folder.txt'));
  for (const name of ['notes.txt', 'run.sh']) writeFileSync(inHome(name), '');
  const asked: [string, string][] = [];
  const parts = {
    userHome,
    open: async (as: string, target: string) => {
      asked.push([as, target]);
      return done(null);
    },
  };
  const open = async (change: Partial<Fragment>, how: 'open' | 'reveal' = 'open') => {
    const { intent } = await openFragment(parts, keptFragment('1', change), how);
    return [intent, ...(asked.splice(0)[0] ?? [])];
  };
  const link = { contentKind: 'link', text: 'https://example.org/', savedPath: inHome('notes.txt') } as const;
  assert.deepEqual(await open(link), ['success', 'address', 'https://example.org/']);
  assert.deepEqual(await open(link, 'reveal'), ['success', 'folder', inHome('notes.txt')]);
  assert.deepEqual(await open({ contentKind: 'mail', text: 'ann@example.org' }), ['success', 'address', 'mailto:ann@example.org']);
  const named = (text: string) => open({ contentKind: 'path', text });
  assert.deepEqual(await named('~/notes.txt'), ['success', 'file', inHome('notes.txt')]);
  assert.deepEqual(await named('~/folder.txt'), ['success', 'folder', inHome('folder.txt') + path.sep]);
  assert.deepEqual(await named('~/run.sh'), ['info', 'folder', inHome('run.sh')]);
  assert.deepEqual(await named('~/gone.txt'), ['error']);
  assert.deepEqual(await open({ text: 'words' }), ['warning']);
  const refused = await openFragment({ userHome, open: async () => failed('no-answer') }, keptFragment('1', link), 'open');
  assert.equal(refused.intent, 'error');
});
