import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type ContentFilter, contentFilterDocument } from '../../contract/documents/content-filter.ts';
import type { AppIdentity } from '../../contract/source-snapshot.ts';
import { extensionsOf, judgeFragment, judgeOwner, type OwnerVerdict } from './content-filter.ts';

const open: ContentFilter = contentFilterDocument.parse({});
const nobody: AppIdentity = { name: null, executable: null, pid: null, windowTitle: null };
const certain = { isComplete: true, mayBe: [], isEarlier: false } as const;

describe('the owner of a copy', () => {
  test('is excluded by its name or its program, in any case, with or without .exe', () => {
    const owners: readonly Partial<AppIdentity>[] = [
      { name: 'KeePassXC' },
      { name: 'keepassxc.exe' },
      { executable: '/usr/bin/keepassxc' },
      { executable: 'C:\\Program Files\\KeePassXC\\KeePassXC.EXE' },
    ];
    for (const owner of owners) {
      for (const entry of ['keepassxc', 'KEEPASSXC.exe']) {
        assert.equal(judgeOwner({ ...nobody, ...owner }, certain, { ...open, excluded_app_names: [entry] }), 'excluded-app');
      }
    }
  });

  test('is not excluded by a part of its name', () => {
    const filter = { ...open, excluded_app_names: ['keepass', ''] };
    assert.equal(judgeOwner({ ...nobody, name: 'keepassxc', executable: '/keepass/bin/other' }, certain, filter), 'read');
  });

  test('is excluded by a pattern in which * stands for any characters', () => {
    const cases: readonly [string, string, boolean][] = [
      ['KeePassXC', 'keepass*', true],
      ['keepassxc.exe', 'keepass*.exe', true],
      ['KeePassXC', '*pass*', true],
      ['1Password', '*password', true],
      ['passwords-viewer', '*password', false],
      ['keepass', 'keepass*', true],
      ['aba', 'ab*ba', false],
      ['a.b.c', 'a*b*c', true],
      ['firefox', 'keepass*', false],
    ];
    for (const [name, entry, isExcluded] of cases)
      assert.equal(
        judgeOwner({ ...nobody, name }, certain, { ...open, excluded_app_names: [entry] }),
        isExcluded ? 'excluded-app' : 'read',
        `${name} by ${entry}`,
      );
    assert.equal(judgeOwner(nobody, certain, { ...open, excluded_app_names: ['*'] }), 'owner-unknown');
  });

  test('that is unknown, or not fully known, is in doubt if a rule may match it, and only then', () => {
    const [apps, windows] = [
      { ...open, excluded_app_names: ['keepassxc'] },
      { ...open, blacklisted_window_keywords: ['bank'] },
    ];
    const named = { ...nobody, name: 'xterm' };
    const cases: readonly [AppIdentity, boolean, ContentFilter | null, OwnerVerdict][] = [
      [nobody, true, apps, 'owner-unknown'],
      [{ ...nobody, name: '' }, true, apps, 'owner-unknown'],
      [named, true, apps, 'read'],
      [named, false, apps, 'owner-unknown'],
      [{ ...named, name: 'KeePassXC' }, false, apps, 'excluded-app'],
      [nobody, true, windows, 'read'],
      [named, false, windows, 'owner-unknown'],
      [nobody, false, open, 'read'],
      [nobody, false, { ...open, excluded_app_names: [''], blacklisted_window_keywords: [''] }, 'read'],
      [nobody, false, { ...open, excluded_extensions: ['.key'] }, 'read'],
      [named, true, null, 'filter-unknown'],
    ];
    for (const [app, isComplete, filter, verdict] of cases) assert.equal(judgeOwner(app, { ...certain, isComplete }, filter), verdict);
  });

  test('that is one of several programs is in doubt if a rule matches one of them', () => {
    const filter = { ...open, excluded_app_names: ['KeePassXC'], blacklisted_window_keywords: ['bank'] };
    const oneOf = (...mayBe: string[]) => ({ ...certain, mayBe });
    assert.equal(judgeOwner(nobody, oneOf('xclip', 'sh'), filter), 'read');
    assert.equal(judgeOwner(nobody, oneOf('xclip', 'keepassxc'), filter), 'owner-unknown');
    assert.equal(judgeOwner({ ...nobody, windowTitle: 'My Bank' }, oneOf('xclip'), filter), 'excluded-window');
    assert.equal(judgeOwner(nobody, { ...oneOf('xclip'), isComplete: false }, filter), 'owner-unknown');
  });

  test('that copied before Hub was watching is in doubt if a rule may match the title of its window at that time', () => {
    const earlier = { ...certain, isEarlier: true };
    const app = { ...nobody, name: 'Firefox', windowTitle: 'News' };
    const windows = { ...open, blacklisted_window_keywords: ['bank'] };
    assert.equal(judgeOwner(app, earlier, windows), 'owner-unknown');
    assert.equal(judgeOwner({ ...app, windowTitle: 'My Bank' }, earlier, windows), 'excluded-window');
    assert.equal(judgeOwner(app, earlier, { ...open, excluded_app_names: ['vault'], blacklisted_window_keywords: [''] }), 'read');
  });

  test('is excluded by a word in its window title, in any spelling of the same letters', () => {
    const pairs: readonly [string, string][] = [
      ['My Bank – Firefox', 'bank'],
      ['İNTERNET BANKACILIĞI', 'internet bankacılığı'],
      ['Straße 1', 'STRASSE'],
      ['ΤΡΑΠΕΖΑ ΤΗΣ ΕΛΛΑΔΟΣ', 'τραπεζα της'],
      ['Caf\u0065\u0301', 'CAFÉ'],
      ['🔐 vault', '🔐'],
    ];
    for (const [windowTitle, keyword] of pairs) {
      assert.equal(
        judgeOwner({ ...nobody, windowTitle }, certain, { ...open, blacklisted_window_keywords: [keyword] }),
        'excluded-window',
        keyword,
      );
      assert.equal(
        judgeOwner({ ...nobody, windowTitle: 'notes' }, certain, { ...open, blacklisted_window_keywords: [keyword, ''] }),
        'read',
      );
    }
  });

  test('is excluded by any title that contains the keyword, whatever is around it', () => {
    const text = fc.string({ unit: 'grapheme' });
    const check = fc.property(text, text, (before, after) => {
      // A combining mark at the start of what follows would turn the keyword's last letter into another one.
      const windowTitle = `${before} Secret ${after}`;
      return judgeOwner({ ...nobody, windowTitle }, certain, { ...open, blacklisted_window_keywords: ['SECRET'] }) === 'excluded-window';
    });
    fc.assert(check);
  });
});

describe('a fragment', () => {
  const judge = (paths: readonly string[], filter: Partial<ContentFilter>): string =>
    judgeFragment({ paths, extensions: [] }, { ...open, ...filter });

  test('is excluded by the name of any folder that a file lies in, and not by a part of it or by the name of the file', () => {
    const filter = { excluded_dirs: ['Private/', ''] };
    assert.equal(judge(['/home/u/notes/a', '/home/u/private/deep/a'], filter), 'excluded_dir');
    assert.equal(judge(['C:\\Users\\u\\PRIVATE\\a.txt'], filter), 'excluded_dir');
    assert.equal(judge(['/home/u/private.old/a', '/home/u/private'], filter), 'keep');
  });

  test('is excluded by a folder that is given as a path, and everything below it', () => {
    const filter = { excluded_dirs: ['/home/u/Private'] };
    for (const path of ['/home/u/Private/a', '/home/u/private/b/c', '/home/u/Private']) assert.equal(judge([path], filter), 'excluded_dir');
    for (const path of ['/home/u/Private2/a', '/x/home/u/Private/a']) assert.equal(judge([path], filter), 'keep');
    assert.equal(judge(['c:/users/u/secret/a'], { excluded_dirs: ['C:\\Users\\U\\Secret\\'] }), 'excluded_dir');
  });

  test('is excluded by a folder below the home of the user', () => {
    const filter = { ...open, excluded_dirs: ['~/Private', '~'] };
    const verdict = (path: string, excluded_dirs: string[], userHome?: string): string =>
      judgeFragment({ paths: [path], extensions: [], ...(userHome === undefined ? {} : { userHome }) }, { ...filter, excluded_dirs });
    assert.equal(verdict('/home/u/Private/a', ['~/Private'], '/home/u'), 'excluded_dir');
    assert.equal(verdict('/home/v/Private/a', ['~/Private'], '/home/u'), 'keep');
    assert.equal(verdict('/home/u/a', ['~'], '/home/u'), 'excluded_dir');
    assert.equal(verdict('/home/u/$&/a', ['~/$&'], '/home/u'), 'excluded_dir');
  });

  test('is excluded by its extension: its own, and that of any file in it', () => {
    const filter = { excluded_extensions: ['.EXE', '.tar.gz', '.env'] };
    for (const path of ['/a/b.exe', '/a/b.c.ExE', '/a/b.tar.gz', '/a/.env', 'C:\\a\\b.exe'])
      assert.equal(judge([path], filter), 'excluded_extension');
    for (const path of ['/a/b.gz', '/a/exe', '/a.exe/b', '/a/b.exe.txt']) assert.equal(judge([path], filter), 'keep');
    assert.equal(judgeFragment({ paths: [], extensions: ['.exe'] }, { ...open, ...filter }), 'excluded_extension');
  });

  test('is kept if no rule matches', () => {
    fc.assert(fc.property(fc.array(fc.string()), (paths) => judge(paths, {}) === 'keep'));
  });
});

test('a name has an extension from each of its dots', () => {
  assert.deepEqual(extensionsOf('/a.b/c.tar.gz'), ['.tar.gz', '.gz']);
  assert.deepEqual(extensionsOf('README'), []);
  assert.deepEqual(extensionsOf(''), []);
});
