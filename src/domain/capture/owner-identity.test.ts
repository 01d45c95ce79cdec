import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type IdentifiedOwner, identifyOwner, type KnownWindow, type OwnerFacts } from './owner-identity.ts';

const helper: KnownWindow = {
  pid: 7,
  executable: '/usr/bin/konsole',
  className: null,
  title: 'Qt Selection Owner for konsole',
  isHub: false,
};
const editor: KnownWindow = { pid: 8, executable: '/usr/bin/editor', className: 'Editor', title: 'notes', isHub: false };
const gone: KnownWindow = { pid: 9, executable: null, className: null, title: null, isHub: false };
const nameless: KnownWindow = { pid: null, executable: null, className: null, title: null, isHub: false };
const nobody = { name: null, executable: null, pid: null, windowTitle: null };

function identify(owner: KnownWindow, active: KnownWindow | null, others: Partial<OwnerFacts> = {}): IdentifiedOwner {
  return identifyOwner({ owner, active, process: { is: 'alive' }, isSameClient: false, isInitial: false, ...others });
}

describe('the identity of an owner', () => {
  it('takes class and title from the active window of the same program', () => {
    const active = { ...editor, pid: 7, className: 'Konsole', title: 'shell' };
    const identity = { name: 'Konsole', executable: '/usr/bin/konsole', pid: 7, windowTitle: 'shell' };
    assert.deepEqual(identify(helper, active), { identity, isKnown: true });
  });

  it("never takes another program's title, nor a hidden window's", () => {
    const identity = { name: 'konsole', executable: '/usr/bin/konsole', pid: 7, windowTitle: null };
    assert.deepEqual(identify(helper, editor), { identity, isKnown: true });
  });

  it("takes the title of the owner's own window when that one has a class", () => {
    assert.equal(identify(editor, null).identity.windowTitle, 'notes');
  });

  it('treats windows of one connection as one program, even without a pid', () => {
    const identity = { name: 'Editor', executable: null, pid: null, windowTitle: 'notes' };
    const active = { ...editor, pid: null, executable: null };
    assert.deepEqual(identify(nameless, active, { process: { is: 'untold' }, isSameClient: true }), { identity, isKnown: true });
  });

  it('is unknown, whatever window is active, if the process has exited and its heir is not known', () => {
    const process = { is: 'ended', heir: null } as const;
    for (const isInitial of [false, true])
      assert.deepEqual(identify(gone, editor, { process, isInitial }), { identity: nobody, isKnown: false });
    assert.deepEqual(identify({ ...gone, className: 'Vault', title: 'keys' }, editor, { process }), {
      identity: { ...nobody, name: 'Vault', windowTitle: 'keys' },
      isKnown: true,
    });
  });

  it('is that of the heir if the process has exited', () => {
    const heir = { pid: 10, executable: '/usr/bin/xclip' };
    const identity = { name: 'xclip', ...heir, windowTitle: null };
    assert.deepEqual(identify(gone, editor, { process: { is: 'ended', heir } }), { identity, isKnown: true });
    // The program is known, but not which of its processes: another process with the same connection shows the active window.
    const { identity: lent } = identify(
      gone,
      { ...editor, pid: 9, executable: null },
      { process: { is: 'ended', heir }, isSameClient: true },
    );
    assert.deepEqual(lent, { name: 'Editor', ...heir, windowTitle: 'notes' });
  });

  it('is unknown if the process is alive and can not be named, like another user’s', () => {
    assert.deepEqual(identify(gone, editor), { identity: { ...nobody, pid: 9 }, isKnown: false });
  });

  it('is a guess from the active window only if the server knows no process of a copy that was just made', () => {
    const process = { is: 'untold' } as const;
    const identity = { name: 'Editor', executable: '/usr/bin/editor', pid: 8, windowTitle: 'notes' };
    assert.deepEqual(identify(nameless, editor, { process }), { identity, isKnown: false });
    assert.deepEqual(identify(nameless, null, { process }), { identity: nobody, isKnown: false });
    assert.deepEqual(identify(nameless, editor, { process, isInitial: true }), { identity: nobody, isKnown: false });
  });

  it('is not taken from Hub’s active window; copies made in that window are Hub’s', () => {
    const own: KnownWindow = { pid: 12, executable: '/opt/hub/node', className: 'Hub-desktop', title: 'Hub', isHub: true };
    assert.deepEqual(identify(nameless, own, { process: { is: 'untold' } }), { identity: nobody, isKnown: false });
    const identity = { name: 'Hub', executable: '/opt/hub/node', pid: 12, windowTitle: 'Hub' };
    assert.deepEqual(identify({ ...gone, pid: 12 }, own), { identity, isKnown: true });
  });

  it('names a program of Windows by its file without .exe, and one elsewhere by its whole file name', () => {
    const nameOf = (executable: string) => identify({ ...nameless, pid: 7, executable }, null).identity.name;
    assert.equal(nameOf('C:\\Program Files\\KeePassXC\\KeePassXC.exe'), 'KeePassXC');
    assert.equal(nameOf('\\\\server\\share\\a.EXE'), 'a');
    assert.equal(nameOf('/opt/wine/a.exe'), 'a.exe');
    assert.equal(nameOf('/home/u/C:\\b'), 'C:\\b');
  });
});
