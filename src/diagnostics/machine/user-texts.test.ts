import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { textsOfUser } from './user-texts.ts';

test('names of WorkSpaces tell about their user, except those that only say that they are WorkSpaces', (t) => {
  const home = temporaryHome(t);
  const places = locatePlaces(readSurroundings({ HUB_HOME: home }));
  const workspaces = ['Acme', 'ws', 'WorkSpace'].map((name) => ({ id: name.toLowerCase(), name, path: path.join(home, name) }));
  mkdirSync(places.document('config'), { recursive: true });
  writeFileSync(places.document('config/workspaces.json'), JSON.stringify({ activeId: 'acme', workspaces }));
  const texts = textsOfUser(places, {}, []).filter(({ rule }) => rule === 'workspace-path');
  const named = texts.map(({ text }) => text).filter((text) => !path.isAbsolute(text));
  // `ws` is also the name of a package of Hub.
  assert.deepEqual(named, ['Acme']);
  for (const { path: folder } of workspaces)
    assert.ok(
      texts.some(({ text }) => text === folder),
      folder,
    );
});

test('a user, a computer or a word of the user is redacted also if it is called as a WorkSpace often is', (t) => {
  const home = temporaryHome(t);
  const places = locatePlaces(readSurroundings({ HUB_HOME: home }));
  const workspaces = [{ id: 'ws', name: 'ws', path: path.join(home, 'saved') }];
  mkdirSync(places.document('config'), { recursive: true });
  writeFileSync(places.document('config/workspaces.json'), JSON.stringify({ activeId: 'ws', workspaces }));
  const rulesOf = (env: Readonly<Record<string, string>>, words: readonly string[], text: string) =>
    textsOfUser(places, env, words)
      .filter((one) => one.text === text)
      .map(({ rule }) => rule);
  assert.deepEqual(rulesOf({ USER: 'ws' }, [], 'ws'), ['user-name']);
  assert.deepEqual(rulesOf({ HOSTNAME: 'workspace' }, [], 'workspace'), ['host-name']);
  for (const word of ['ws', 'WorkSpace', 'default', 'localhost']) assert.deepEqual(rulesOf({ USER: word }, [word], word), ['your-word']);
  for (const env of [{ HOSTNAME: 'localhost' }, { HOME: '/' }, { USER: '' }])
    assert.deepEqual(rulesOf(env, [], Object.values(env)[0] ?? ''), []);
});
