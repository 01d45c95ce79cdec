import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { contentFilterDocument } from '../../../contract/documents/content-filter.ts';
import { judgeCopy } from '../../../domain/capture/content-filter.ts';
import { identifyOwner } from '../../../domain/capture/owner-identity.ts';
import { ownerOf } from './owner-of-copy.ts';

const window = (appId: string | null, title: string | null, pid: number | null = null) => ({ appId, title, pid, isOpen: true });

/** As the reading of a copy asks. */
function verdict(found: ReturnType<typeof ownerOf>, rules: { excluded_app_names?: string[]; blacklisted_window_keywords?: string[] }) {
  const known = { isComplete: found.isComplete && found.isKnown, mayBe: found.mayBe ?? [], isEarlier: false };
  return judgeCopy(found.identity, known, contentFilterDocument.parse(rules));
}

describe('the owner of a copy on Wayland', () => {
  it('is the active window, and unknown without one', () => {
    const { identity, isKnown } = ownerOf(window('foot', 'a shell'), identifyOwner);
    assert.deepEqual([identity, isKnown], [{ name: 'foot', executable: null, pid: null, windowTitle: 'a shell' }, true]);
    assert.deepEqual([ownerOf(null, identifyOwner).isKnown, ownerOf(window(null, 'nameless'), identifyOwner).isComplete], [false, true]);
    assert.equal(ownerOf(window('hub-desktop-0123abcd', 'Hub'), identifyOwner).identity.name, 'Hub');
  });

  it('has the program of the process that the compositor names, and rules know it by that too', {
    skip: process.platform !== 'linux',
  }, () => {
    const found = ownerOf(window(null, 'a shell', process.pid), identifyOwner);
    assert.partialDeepStrictEqual(found, { isKnown: true, identity: { executable: process.execPath, pid: process.pid } });
    assert.equal(verdict(found, { excluded_app_names: [path.basename(process.execPath)] }), 'excluded-app');
    assert.equal(ownerOf(window('foot', null, 2 ** 22 + 1), identifyOwner).identity.executable, null);
  });

  it('is excluded by the name of its window, by the last part of that, and by its title', () => {
    const found = ownerOf(window('org.keepassxc.KeePassXC', 'passwords.kdbx'), identifyOwner);
    assert.equal(verdict(found, { excluded_app_names: ['org.keepassxc.KeePassXC'] }), 'excluded-app');
    assert.equal(verdict(found, { excluded_app_names: ['keepassxc'] }), 'owner-unknown');
    assert.equal(verdict(found, { blacklisted_window_keywords: ['kdbx'] }), 'excluded-window');
    assert.equal(verdict(found, { excluded_app_names: ['foot'], blacklisted_window_keywords: ['bank'] }), 'read');
  });

  it('that is unknown lets no copy through as soon as there is a rule', () => {
    assert.equal(verdict(ownerOf(null, identifyOwner), { excluded_app_names: ['foot'] }), 'owner-unknown');
    assert.equal(verdict(ownerOf(null, identifyOwner), {}), 'read');
  });
});
