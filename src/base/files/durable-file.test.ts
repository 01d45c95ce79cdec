import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type DiskFault, faultyDisk, systemError } from '../../../test/doubles/faulty-disk.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { realDisk } from './disk.ts';
import { diskReason } from './disk-error.ts';
import { publishTemporary, removeLeftoverTemporaries, replaceAtomically, writeTemporary } from './durable-file.ts';
import { isTemporaryName } from './temporary-name.ts';

const ERRORS = ['ENOSPC', 'EIO', 'EACCES', 'EPERM', 'EBUSY', 'EMFILE', 'EROFS', 'EDQUOT', 'ENOENT'];
const before = Buffer.from('precious');
const after = Buffer.from('the new content, a little longer');
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const expectedOf = (bytes: Uint8Array) => ({ bytes: bytes.length, sha256: digest(bytes) });

/** Every way in which one call, or every later call of that kind, can fail. */
function faultsAt(count: number): { name: string; fault: DiskFault }[] {
  return ERRORS.flatMap((error) => {
    let kind: string | null = null;
    const forever: DiskFault = (call) => {
      if (call.count === count) kind = call.operation;
      return call.operation === kind ? error : null;
    };
    return [
      { name: `call ${count}: ${error}, once`, fault: (call) => (call.count === count ? error : null) },
      { name: `call ${count}: ${error}, for ever`, fault: forever },
    ];
  });
}

describe('replacing a file', () => {
  test('leaves the old one intact or the new one whole, whichever call fails, once or always', async (t) => {
    const folder = temporaryHome(t);
    const path = join(folder, 'document.json');
    for (let count = 1, reached = true; reached; count++) {
      for (const { name, fault } of faultsAt(count)) {
        fs.writeFileSync(path, before);
        const disk = faultyDisk(fault);
        const outcome = await replaceAtomically(path, after, 0o600, disk);
        const now = fs.readFileSync(path);
        assert.ok(now.equals(outcome.ok ? after : before) || (disk.calls.includes('rename') && now.equals(after)), name);
        if (disk.calls.at(-1) !== 'unlink') assert.deepEqual(fs.readdirSync(folder), ['document.json'], name);
        for (const leftover of fs.readdirSync(folder).filter(isTemporaryName)) fs.unlinkSync(join(folder, leftover));
        reached = disk.calls.length >= count;
      }
    }
  });

  test('continues after a short write of any length', async (t) => {
    const path = join(temporaryHome(t), 'a');
    for (let bytes = 1; bytes <= after.length; bytes++) {
      let first = true;
      const once: DiskFault = ({ operation }) => {
        if (operation !== 'write' || !first) return null;
        first = false;
        return bytes;
      };
      assert.deepEqual(await replaceAtomically(path, after, 0o600, faultyDisk(once)), { ok: true, value: null });
      assert.deepEqual(fs.readFileSync(path), after);
    }
    assert.ok(
      (
        await replaceAtomically(
          path,
          before,
          0o600,
          faultyDisk(({ operation }) => (operation === 'write' ? 1 : null)),
        )
      ).ok,
    );
    assert.deepEqual(fs.readFileSync(path), before);
  });

  test('fails, and does not loop forever, if nothing more is written', async (t) => {
    const folder = temporaryHome(t);
    const outcome = await replaceAtomically(
      join(folder, 'a'),
      after,
      0o600,
      faultyDisk(({ operation }) => (operation === 'write' ? 0 : null)),
    );
    assert.deepEqual(outcome, { ok: false, reason: 'io-error' });
    assert.deepEqual(fs.readdirSync(folder), []);
  });

  test('does not use a descriptor again after its fsync failed', async (t) => {
    const folder = temporaryHome(t);
    let syncs = 0;
    const disk = faultyDisk(({ operation }) => (operation === 'sync' && ++syncs === 1 ? 'EIO' : null));
    assert.deepEqual(await replaceAtomically(join(folder, 'a'), after, 0o600, disk), { ok: false, reason: 'io-error' });
    assert.equal(syncs, 1);
    assert.deepEqual(fs.readdirSync(folder), []);
  });

  test('has the requested mode, minus the umask', { skip: process.platform === 'win32' && 'Windows has no modes' }, async (t) => {
    const path = join(temporaryHome(t), 'a');
    await replaceAtomically(path, after, 0o600);
    assert.equal(fs.statSync(path).mode & 0o777, 0o600);
  });

  test('waits on Windows for another program that holds the file for a moment', async (t) => {
    const path = join(temporaryHome(t), 'a');
    let renames = 0;
    const disk = faultyDisk(({ operation }) => (operation === 'rename' && ++renames < 3 ? 'EPERM' : null), {
      ...realDisk,
      isWindows: true,
    });
    assert.ok((await replaceAtomically(path, after, 0o600, disk)).ok);
    assert.deepEqual([renames, fs.readFileSync(path)], [3, after]);
  });

  test('ignores a folder that cannot be flushed on Windows, and on no other system', async (t) => {
    const path = join(temporaryHome(t), 'a');
    const replaced = (isWindows: boolean) => {
      let syncs = 0;
      return replaceAtomically(
        path,
        after,
        0o600,
        faultyDisk(({ operation }) => (operation === 'sync' && ++syncs === 2 ? 'EPERM' : null), { ...realDisk, isWindows }),
      );
    };
    assert.deepEqual(await replaced(true), { ok: true, value: null });
    assert.deepEqual(await replaced(false), { ok: false, reason: 'no-permission' });
  });
});

describe('a temporary file', () => {
  test('is copied from a large blob block by block, and verified on the way', async (t) => {
    const folder = temporaryHome(t);
    const blob = Buffer.alloc(3 * 1024 * 1024 + 17, 'abc');
    const blobPath = join(folder, 'blob');
    fs.writeFileSync(blobPath, blob);
    let largest = 0;
    const disk = {
      ...realDisk,
      write: (file: number, bytes: Uint8Array) => {
        largest = Math.max(largest, bytes.length);
        return realDisk.write(file, bytes);
      },
    };
    const written = await writeTemporary({ directory: folder, content: { blobPath }, mode: 0o666, expected: expectedOf(blob) }, disk);
    assert.ok(written.ok && fs.readFileSync(written.value).equals(blob));
    assert.equal(largest, 1024 * 1024);
  });

  test('is not left behind if the content does not match its size or digest, or is missing', async (t) => {
    const folder = temporaryHome(t);
    const write = (content: Uint8Array | { blobPath: string }, expected: { bytes: number; sha256: string }) =>
      writeTemporary({ directory: folder, content, mode: 0o666, expected });
    assert.deepEqual(await write(after, expectedOf(before)), { ok: false, reason: 'wrong-content' });
    assert.deepEqual(await write(after, { ...expectedOf(after), bytes: 1 }), { ok: false, reason: 'wrong-content' });
    assert.deepEqual(await write({ blobPath: join(folder, 'none') }, expectedOf(after)), { ok: false, reason: 'missing-content' });
    assert.deepEqual(fs.readdirSync(folder), []);
  });

  test('never takes the place of a file, with hard links and without', async (t) => {
    const folder = temporaryHome(t);
    const withoutLinks = ['EPERM', 'ENOTSUP', 'EXDEV', 'EISDIR'].map((error) =>
      faultyDisk(({ operation }) => (operation === 'link' ? error : null)),
    );
    for (const [index, disk] of [realDisk, ...withoutLinks].entries()) {
      const path = join(folder, `file ${index}`);
      const [one, other] = [
        await writeTemporary({ directory: folder, content: before, mode: 0o666 }),
        await writeTemporary({ directory: folder, content: after, mode: 0o666 }),
      ];
      assert.ok(one.ok && other.ok);
      assert.deepEqual(await publishTemporary(one.value, path, disk), { ok: true, value: null });
      assert.deepEqual(await publishTemporary(other.value, path, disk), { ok: false, reason: 'taken' });
      assert.deepEqual(fs.readFileSync(path), before);
      assert.deepEqual([fs.existsSync(one.value), fs.existsSync(other.value)], [false, true]);
    }
  });

  test('that was left behind is removed, but nothing that only looks like one', async (t) => {
    const folder = temporaryHome(t);
    const kept = [
      '.~hub-0123456789abcdef.tmp.txt',
      '.~hub-0123.tmp',
      'a.~hub-0123456789abcdef.tmp',
      '.~hub-000000000000000d.tmp',
      '.~hub-000000000000000e.tmp',
    ];
    for (const name of ['.~hub-0123456789abcdef.tmp', '.~hub-fedcba9876543210.tmp', ...kept.slice(0, 3)])
      fs.writeFileSync(join(folder, name), '');
    fs.mkdirSync(join(folder, '.~hub-000000000000000d.tmp'));
    fs.symlinkSync(join(folder, kept[0] ?? ''), join(folder, '.~hub-000000000000000e.tmp'));
    assert.equal(await removeLeftoverTemporaries(folder), 2);
    assert.deepEqual(fs.readdirSync(folder).sort(), kept.sort());
    assert.equal(await removeLeftoverTemporaries(join(folder, 'none')), 0);
  });
});

describe('a disk error', () => {
  test('has a named reason', () => {
    const reasons = Object.fromEntries(
      [...ERRORS, 'ETXTBSY', 'ENFILE', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'ESTALE'].map((name) => [name, diskReason(systemError(name))]),
    );
    assert.deepEqual(reasons, {
      ENOSPC: 'disk-full',
      EDQUOT: 'disk-full',
      EACCES: 'no-permission',
      EPERM: 'no-permission',
      EROFS: 'no-permission',
      EBUSY: 'busy',
      ETXTBSY: 'busy',
      EMFILE: 'busy',
      ENFILE: 'busy',
      ENOENT: 'missing-directory',
      ENOTDIR: 'missing-directory',
      ENAMETOOLONG: 'path_too_long',
      EIO: 'io-error',
      ELOOP: 'io-error',
      ESTALE: 'io-error',
    });
  });
  test('is distinguished from a bug, which is rethrown', () => {
    for (const bug of [new TypeError('bug'), Object.assign(new Error(), { code: 'ERR_INVALID_ARG_VALUE' }), 'text'])
      assert.throws(() => diskReason(bug));
  });
});
