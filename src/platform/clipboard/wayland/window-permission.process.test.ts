import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { requestPermission, withdrawPermission } from './window-permission.ts';

describe('the permission to know the active window', { skip: process.platform !== 'linux' }, () => {
  function place(t: TestContext) {
    const root = temporaryHome(t);
    const [dataHome, ownFolder] = [path.join(root, 'share'), path.join(root, 'Hub of mine')];
    mkdirSync(ownFolder);
    const program = path.join(ownFolder, 'node');
    writeFileSync(program, '');
    const folder = path.join(dataHome, 'applications');
    return { dataHome, ownFolder, program, folder, entries: () => readdirSync(folder) };
  }

  it('is requested once, by an entry that no menu shows and that quotes its program', async (t) => {
    const { folder, entries, ...permitted } = place(t);
    assert.equal(await requestPermission(permitted), 'written');
    assert.equal(await requestPermission(permitted), 'present');
    const [name = ''] = entries();
    const lines = readFileSync(path.join(folder, name), 'utf8').split('\n');
    assert.ok(lines.includes(`Exec="${permitted.program}"`));
    assert.ok(lines.includes('NoDisplay=true'));
    assert.ok(lines.includes('X-KDE-Wayland-Interfaces=org_kde_plasma_window_management'));
    await withdrawPermission(permitted);
    assert.deepEqual(entries(), []);
  });

  it('is not requested for a program that runs more than Hub', async (t) => {
    const { dataHome, ownFolder } = place(t);
    for (const program of ['/usr/bin/node', `${ownFolder}-too/node`, path.join(ownFolder, 'a=b')])
      assert.equal(await requestPermission({ dataHome, ownFolder, program }), 'no');
  });

  it('leaves what somebody else has written, and a file that would never end', async (t) => {
    const { folder, entries, ...permitted } = place(t);
    await requestPermission(permitted);
    const file = path.join(folder, entries()[0] ?? '');
    writeFileSync(file, '[Desktop Entry]\nName=Mine\n');
    assert.equal(await requestPermission(permitted), 'no');
    execFileSync('mkfifo', [path.join(folder, 'hub-windows-00000000.desktop')]);
    await withdrawPermission(permitted);
    assert.equal(entries().length, 2);
    assert.equal(readFileSync(file, 'utf8'), '[Desktop Entry]\nName=Mine\n');
  });

  it('of programs that are gone is withdrawn with the next one', async (t) => {
    const { folder, entries, ...permitted } = place(t);
    await requestPermission(permitted);
    await requestPermission({ ...permitted, program: path.join(permitted.ownFolder, 'gone') });
    const other = path.join(permitted.ownFolder, 'other');
    writeFileSync(other, '');
    await requestPermission({ ...permitted, program: other });
    assert.equal(entries().length, 3);
    await withdrawPermission(permitted);
    assert.deepEqual(
      entries().map((name) => readFileSync(path.join(folder, name), 'utf8').includes(other)),
      [true],
    );
  });
});
