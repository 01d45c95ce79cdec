import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { keptFragment } from '../../test/doubles/kept-fragment.ts';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { done, failed } from '../base/outcome.ts';
import type { Fragment } from '../contract/source-snapshot.ts';
import { openFragment, type PathFacts } from './open-fragment.ts';

test('a copy opens what it names rather than its file, and what could run as a program, or is unknown, is only shown', async (t) => {
  const userHome = temporaryHome(t);
  const inHome = (name: string): string => path.join(userHome, name);
  mkdirSync(inHome('folder.txt'));
  for (const name of ['notes.txt', 'hostname', 'later.sh', 'data.bits']) writeFileSync(inHome(name), '');
  writeFileSync(inHome('run.sh'), '#!/bin/sh\nls\n', { mode: 0o755 });
  writeFileSync(inHome('run'), '\x7fELF');
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
  for (const plain of ['hostname', 'later.sh']) assert.deepEqual(await named(`~/${plain}`), ['success', 'file', inHome(plain)]);
  for (const shown of ['run.sh', 'run', 'data.bits']) assert.deepEqual(await named(`~/${shown}`), ['info', 'folder', inHome(shown)]);
  assert.deepEqual(await named('~/gone.txt'), ['error']);
  assert.deepEqual(await open({ text: 'words' }), ['warning']);
  const refused = await openFragment({ userHome, open: async () => failed('no-answer') }, keptFragment('1', link), 'open');
  assert.equal(refused.intent, 'error');
});

test('a path that does not answer is not opened, and is the only one that is waited for; files of the system are refused', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const dead = Promise.withResolvers<PathFacts>();
  const looks: string[] = [];
  const parts = {
    userHome: '/home/maria',
    open: async () => done(null),
    facts: (file: string) => {
      looks.push(file);
      return file.startsWith('/net/') ? dead.promise : Promise.resolve({ isFolder: false, file: null });
    },
  };
  const open = (text: string) => openFragment(parts, keptFragment('1', { contentKind: 'path', text }), 'open');
  const past = async (opening: ReturnType<typeof open>) => {
    await turn();
    t.mock.timers.tick(2_000);
    return (await opening).intent;
  };
  assert.equal(await past(open('/net/host/x.txt')), 'error');
  assert.equal(await past(open('/home/maria/notes.txt')), 'error', 'the look before still hangs');
  assert.deepEqual(looks, ['/net/host/x.txt']);
  for (const file of ['/proc/self/mem', '/sys/x.txt', '/dev/../proc/kmsg', '/dev/null'])
    assert.equal((await open(file)).intent, 'warning', file);
  assert.equal(looks.length, 1);
  dead.resolve({ isFolder: false, file: null });
  await turn();
  assert.equal((await open('/home/maria/notes.txt')).intent, 'success');
});
