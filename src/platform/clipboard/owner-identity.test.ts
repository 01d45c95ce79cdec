import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { identifyOwner, isGuessed, type KnownWindow } from './owner-identity.ts';

const helper: KnownWindow = { pid: 7, executable: '/usr/bin/konsole', className: null, title: 'Qt Selection Owner for konsole' };
const editor: KnownWindow = { pid: 8, executable: '/usr/bin/editor', className: 'Editor', title: 'notes' };

describe('the identity of an owner', () => {
  it('takes class and title from the active window of the same program', () => {
    const active = { ...editor, pid: 7, className: 'Konsole', title: 'shell' };
    assert.deepEqual(identifyOwner(helper, active, false), {
      name: 'Konsole',
      executable: '/usr/bin/konsole',
      pid: 7,
      windowTitle: 'shell',
    });
  });

  it("never takes another program's title, nor a hidden window's", () => {
    assert.deepEqual(identifyOwner(helper, editor, false), { name: 'konsole', executable: '/usr/bin/konsole', pid: 7, windowTitle: null });
  });

  it("takes the title of the owner's own window when that one has a class", () => {
    assert.equal(identifyOwner(editor, null, false).windowTitle, 'notes');
  });

  it('knows windows of one connection for one program, without any pid', () => {
    const owner: KnownWindow = { pid: null, executable: null, className: null, title: null };
    assert.deepEqual(identifyOwner(owner, { ...editor, pid: null, executable: null }, true), {
      name: 'Editor',
      executable: null,
      pid: null,
      windowTitle: 'notes',
    });
  });

  it('takes an owner without a name for the program of the active window', () => {
    const gone: KnownWindow = { pid: 9, executable: null, className: null, title: null };
    assert.deepEqual(identifyOwner(gone, editor, false), { name: 'Editor', executable: '/usr/bin/editor', pid: 8, windowTitle: 'notes' });
    assert.deepEqual(identifyOwner(gone, null, false), { name: null, executable: null, pid: 9, windowTitle: null });
    assert.deepEqual([isGuessed(gone, editor, false), isGuessed(gone, null, false)], [true, true]);
    assert.deepEqual([isGuessed(gone, editor, true), isGuessed(helper, editor, false)], [false, false]);
  });

  it('does not take an owner without a name for Hub, whose window is in front; what is copied in that window is of Hub', () => {
    const gone: KnownWindow = { pid: 9, executable: null, className: null, title: null };
    // Of the usual home, and of another one.
    for (const className of ['Hub-desktop', 'Hub-desktop-0a1b2c3d']) {
      const own: KnownWindow = { pid: 12, executable: '/opt/hub/node', className, title: 'Hub' };
      assert.deepEqual(identifyOwner(gone, own, false), { name: null, executable: null, pid: 9, windowTitle: null });
      assert.deepEqual(identifyOwner({ ...gone, pid: 12 }, own, false), {
        name: 'Hub',
        executable: '/opt/hub/node',
        pid: 12,
        windowTitle: 'Hub',
      });
    }
  });
});
