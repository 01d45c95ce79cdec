import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { kindOfProgram } from './program-kind.ts';

const root = temporaryHome({ after });

interface Process {
  readonly mnt?: string;
  readonly user?: string;
  readonly exe?: string | null;
  readonly commandLine?: string;
  readonly flatpak?: boolean;
}

let count = 0;

/** A /proc of this process and one other. */
function verdict(process: Process, own: Process = {}): string {
  count += 1;
  const proc = path.join(root, String(count));
  for (const [name, facts] of [
    ['self', own],
    ['7', process],
  ] as const) {
    const { mnt = 'mnt:[1]', user = 'user:[2]', exe = '/usr/bin/curl', commandLine = 'curl\0-s\0', flatpak = false } = facts;
    mkdirSync(path.join(proc, name, 'ns'), { recursive: true });
    mkdirSync(path.join(proc, name, 'root'));
    if (mnt !== '') symlinkSync(mnt, path.join(proc, name, 'ns/mnt'));
    symlinkSync(user, path.join(proc, name, 'ns/user'));
    if (exe !== null) symlinkSync(exe, path.join(proc, name, 'exe'));
    writeFileSync(path.join(proc, name, 'cmdline'), commandLine);
    if (flatpak) writeFileSync(path.join(proc, name, 'root/.flatpak-info'), '');
  }
  return kindOfProgram(proc, 7);
}

test('a program that sees the same files with the same rights is this user’s', () => {
  assert.equal(verdict({}), 'same-user');
  assert.equal(verdict({ exe: '/home/me/chromedriver' }), 'same-user');
  assert.equal(verdict({ exe: '/usr/bin/python3', commandLine: 'python3\0chrome.py\0--type=utility\0' }), 'same-user');
});

test('a program with files or users of its own, or with the mark of Flatpak, is in a sandbox', () => {
  assert.equal(verdict({ mnt: 'mnt:[3]' }), 'sandboxed');
  assert.equal(verdict({ user: 'user:[3]' }), 'sandboxed');
  assert.equal(verdict({ flatpak: true }), 'sandboxed');
  assert.equal(verdict({ flatpak: true }, { flatpak: true }), 'same-user', 'it is in our own');
  assert.equal(verdict({ mnt: 'mnt:[3]', exe: '/app/firefox' }), 'sandboxed', 'a browser in a sandbox is in one');
});

test('a browser is recognized by its name, even after an update has replaced its file', () => {
  for (const exe of [
    '/usr/lib/chromium/chromium',
    '/opt/google/chrome/chrome',
    '/opt/vivaldi/vivaldi-bin',
    '/usr/lib/firefox/firefox (deleted)',
  ])
    assert.equal(verdict({ exe }), 'browser', exe);
});

test('a browser with another name is recognized by how it is built', () => {
  for (const between of ['\0', ' ']) {
    const commandLine = ['/opt/x/x', '--type=utility', '--utility-sub-type=network.mojom.NetworkService', '--lang=de'].join(between);
    assert.equal(verdict({ exe: '/opt/x/x', commandLine }), 'browser');
  }
  const folder = path.join(root, 'a browser');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'libxul.so'), '');
  assert.equal(verdict({ exe: path.join(folder, 'tor') }), 'browser');
});

test('a program that can not be inspected, or is gone, is unknown', () => {
  assert.equal(verdict({ mnt: '' }), 'unknown');
  assert.equal(verdict({ exe: null }), 'unknown');
  assert.equal(kindOfProgram('/proc/there-is-no-such-folder', 7), 'unknown');
});
