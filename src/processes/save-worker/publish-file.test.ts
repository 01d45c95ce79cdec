import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { type DiskFault, faultyDisk } from '../../../test/doubles/faulty-disk.ts';
import { runs, someOf } from '../../../test/harness/effort.ts';
import { makeFifo, tryMountSmallDisk, withoutFifo } from '../../../test/harness/strange-files.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { type Disk, realDisk } from '../../base/files/disk.ts';
import { isTemporaryName } from '../../base/files/temporary-name.ts';
import { fitName, planName, safeFileName, splitName } from '../../domain/saving/file-name.ts';
import { FilePublisher, type PublishRequest, sweepWorkspace } from './publish-file.ts';

const ERRORS = ['ENOSPC', 'EIO', 'EACCES', 'EPERM', 'EBUSY', 'EMFILE', 'EROFS', 'EDQUOT', 'ENOENT'];
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function temporaryWorkspace(t: TestContext): string {
  const workspace = join(temporaryHome(t), 'ws');
  fs.mkdirSync(workspace);
  return workspace;
}

function request(workspace: string, filename: string, content: string | Uint8Array, group = 'text'): PublishRequest {
  const bytes = Buffer.from(content);
  return { workspace, group, name: splitName(safeFileName(filename)), content: bytes, bytes: bytes.length, sha256: digest(bytes) };
}

const publish = (order: PublishRequest, disk: Disk = realDisk) => new FilePublisher(disk).publish(order);

/** Names and contents of one group. */
function filesOf(workspace: string, group = 'text'): Record<string, string> {
  const folder = join(workspace, group);
  if (!fs.existsSync(folder)) return {};
  return Object.fromEntries(fs.readdirSync(folder).map((name) => [name, fs.readFileSync(join(folder, name), 'utf8')]));
}

describe('publishing', () => {
  test('writes the bytes under the planned name, in the group of a WorkSpace', async (t) => {
    const workspace = temporaryWorkspace(t);
    const outcome = await publish(request(workspace, 'a.txt', 'one'));
    assert.deepEqual(outcome, { ok: true, value: { path: join(workspace, 'text', 'a.txt'), duplicate: false } });
    assert.deepEqual(filesOf(workspace), { 'a.txt': 'one' });
  });

  test('numbers a taken name, and writes the same content once, also after a restart', async (t) => {
    const workspace = temporaryWorkspace(t);
    const save = async (content: string) => {
      const outcome = await publish(request(workspace, 'a.txt', content));
      return outcome.ok && [outcome.value.path.slice(workspace.length), outcome.value.duplicate];
    };
    assert.deepEqual(await save('one'), ['/text/a.txt', false]);
    assert.deepEqual(await save('two'), ['/text/a (2).txt', false]);
    assert.deepEqual(await save('one'), ['/text/a.txt', true]);
    assert.deepEqual(await save('two'), ['/text/a (2).txt', true]);
    assert.deepEqual(await save(''), ['/text/a (3).txt', false]);
    assert.deepEqual(await save(''), ['/text/a (3).txt', true]);
  });

  test('never touches an existing file, folder, pipe or link', {
    skip: withoutFifo,
  }, async (t) => {
    const workspace = temporaryWorkspace(t);
    const folder = join(workspace, 'text');
    fs.mkdirSync(join(folder, 'a.txt'), { recursive: true });
    makeFifo(join(folder, 'a (2).txt'));
    fs.writeFileSync(join(workspace, 'elsewhere'), 'one');
    fs.symlinkSync(join(workspace, 'elsewhere'), join(folder, 'a (3).txt'));
    fs.symlinkSync('nowhere', join(folder, 'a (4).txt'));
    const outcome = await publish(request(workspace, 'a.txt', 'one'));
    assert.deepEqual(outcome, { ok: true, value: { path: join(folder, 'a (5).txt'), duplicate: false } });
  });

  test('writes captures of one name, saved at once by two publishers, as one file each', async (t) => {
    const workspace = temporaryWorkspace(t);
    const publishers = [new FilePublisher(), new FilePublisher()] as const;
    const contents = Array.from({ length: runs(100) }, (_, index) => `content ${String(index).padStart(3, '0')}`);
    const outcomes = await Promise.all(
      contents.map((content, index) => publishers[index % 2 ? 0 : 1].publish(request(workspace, 'a.txt', content))),
    );
    for (const [index, outcome] of outcomes.entries())
      assert.equal(outcome.ok && fs.readFileSync(outcome.value.path, 'utf8'), contents[index]);
    assert.deepEqual(Object.values(filesOf(workspace)).sort(), contents);
  });

  test('treats names that differ only in case or composition as the same, like other systems', async (t) => {
    const workspace = temporaryWorkspace(t);
    fs.mkdirSync(join(workspace, 'text'));
    fs.writeFileSync(join(workspace, 'text', 'cafe\u0301.txt'), 'decomposed');
    const publisher = new FilePublisher();
    const names = [];
    for (const [name, content] of [
      ['café.txt', 'composed'],
      ['Readme.md', 'one'],
      ['README.md', 'two'],
      ['CAFÉ.txt', 'decomposed'],
      ['readme.md', 'two'],
    ] as const) {
      const outcome = await publisher.publish(request(workspace, name, content));
      names.push(outcome.ok && [outcome.value.path.slice(`${workspace}/text/`.length), outcome.value.duplicate]);
    }
    assert.deepEqual(names, [
      ['café (2).txt', false],
      ['Readme.md', false],
      ['README (2).md', false],
      ['cafe\u0301.txt', true],
      ['README (2).md', true],
    ]);
  });

  test('writes one content that is saved several times at once only once, whichever call is slow', async (t) => {
    for (const operation of ['open', 'link', 'list', 'statusOf', 'sync'] as const) {
      const workspace = temporaryWorkspace(t);
      const slowly = async (): Promise<void> => void (await new Promise((resolve) => setTimeout(resolve, 5)));
      const disk: Disk = {
        ...realDisk,
        [operation]: async (...args: unknown[]) => {
          await slowly();
          return (realDisk[operation] as (...given: unknown[]) => unknown)(...args);
        },
      };
      const publisher = new FilePublisher(disk);
      const outcomes = await Promise.all([1, 2, 3].map(() => publisher.publish(request(workspace, 'a.txt', 'one'))));
      assert.deepEqual(filesOf(workspace), { 'a.txt': 'one' }, operation);
      assert.deepEqual(outcomes.map((outcome) => outcome.ok && outcome.value.duplicate).toSorted(), [false, true, true], operation);
    }
  });

  test('notices files that others create between two saves', async (t) => {
    const workspace = temporaryWorkspace(t);
    const publisher = new FilePublisher();
    await publisher.publish(request(workspace, 'a.txt', 'one'));
    fs.writeFileSync(join(workspace, 'text', 'B.txt'), 'stranger');
    fs.utimesSync(join(workspace, 'text'), 1, 1); // a clock of coarse steps may have given the time of our own change
    const outcome = await publisher.publish(request(workspace, 'b.txt', 'two'));
    assert.equal(outcome.ok && outcome.value.path, join(workspace, 'text', 'b (2).txt'));
  });

  test('copies a blob, and refuses one that does not match its digest', async (t) => {
    const workspace = temporaryWorkspace(t);
    const blobPath = join(workspace, 'blob');
    const blob = Buffer.alloc(2_500_000, 'blob');
    fs.writeFileSync(blobPath, blob);
    const order = { ...request(workspace, 'a.bin', blob), content: { blobPath } };
    assert.ok((await publish(order)).ok);
    assert.ok(fs.readFileSync(join(workspace, 'text', 'a.bin')).equals(blob));
    assert.deepEqual(await publish({ ...order, sha256: digest(Buffer.from('other')) }), { ok: false, reason: 'wrong-content' });
    assert.deepEqual(fs.readdirSync(join(workspace, 'text')), ['a.bin']);
  });
});

describe('names and paths', () => {
  test('that try to leave the WorkSpace become one component inside', async (t) => {
    const workspace = temporaryWorkspace(t);
    fs.mkdirSync(`${workspace}2`);
    const names = [
      '../x',
      '..\\x',
      '/etc/x',
      'C:\\x',
      'C:x',
      '\\\\srv\\s\\x',
      '\\\\?\\C:\\x',
      'a/../../x',
      '%2e%2e/x',
      'x:ads',
      'x::$DATA',
      '..',
      '.',
      '',
      '../ws2/x',
      '../../.bashrc',
    ];
    for (const name of [...names, 'CON', 'nul.txt', 'COM¹', 'foo.', 'a\u0000b', '\u202e', '\ud800x', '...', '😀']) {
      for (const parts of [
        splitName(safeFileName(name)),
        planName({ givenFilename: null, embeddedFilename: name, text: null, kind: 'text', detection: null }),
      ]) {
        const outcome = await publish({ ...request(workspace, 'x', name), name: parts });
        assert.ok(outcome.ok, JSON.stringify(name));
        assert.equal(fs.realpathSync(join(outcome.value.path, '..')), fs.realpathSync(join(workspace, 'text')));
      }
    }
    assert.deepEqual(fs.readdirSync(workspace), ['text']);
    assert.deepEqual(fs.readdirSync(join(workspace, '..')).sort(), ['ws', 'ws2']);
    assert.deepEqual(fs.readdirSync(`${workspace}2`), []);
  });

  test('of 260 units and more are shortened, and fail only if nothing fits', async (t) => {
    const root = fs.realpathSync(temporaryHome(t));
    for (const units of [230, 240, 252, 253]) {
      const workspace = `${root}/${'w'.repeat(units - root.length - 6)}`; // with `/text`
      fs.mkdirSync(workspace);
      const outcome = await publish(request(workspace, 'a rather long name 😀.txt', 'x'));
      assert.ok(outcome.ok && outcome.value.path.length <= 259, String(units));
    }
    const workspace = `${root}/${'w'.repeat(254 - root.length - 6)}w`;
    fs.mkdirSync(workspace);
    assert.deepEqual(await publish(request(workspace, 'a.txt', 'x')), { ok: false, reason: 'path_too_long' });
    assert.deepEqual(fs.readdirSync(workspace), []);
  });

  test('of a group are one plain name', async (t) => {
    const workspace = temporaryWorkspace(t);
    for (const group of ['..', '.', '', 'a/b', '../ws2', '/tmp', 'a\\b', 'nul']) {
      assert.deepEqual(await publish(request(workspace, 'a.txt', 'x', group)), { ok: false, reason: 'outside-workspace' });
    }
    assert.deepEqual(fs.readdirSync(workspace), []);
  });
});

describe('a symbolic link', { skip: process.platform === 'win32' && 'takes a privilege there' }, () => {
  test('as a group is followed inside the WorkSpace and refused outside', async (t) => {
    const workspace = temporaryWorkspace(t);
    const outside = `${workspace}2`;
    fs.mkdirSync(outside);
    fs.mkdirSync(join(workspace, 'inside'));
    fs.symlinkSync(outside, join(workspace, 'text'));
    fs.symlinkSync('inside', join(workspace, 'code'));
    assert.deepEqual(await publish(request(workspace, 'a.txt', 'x')), { ok: false, reason: 'outside-workspace' });
    assert.deepEqual(fs.readdirSync(outside), []);
    assert.ok((await publish(request(workspace, 'a.txt', 'x', 'code'))).ok);
    assert.deepEqual(filesOf(workspace, 'inside'), { 'a.txt': 'x' });
  });

  test('as the WorkSpace is followed, and stays in the path', async (t) => {
    const workspace = temporaryWorkspace(t);
    fs.symlinkSync(workspace, `${workspace}-link`);
    const outcome = await publish(request(`${workspace}-link`, 'a.txt', 'x'));
    assert.equal(outcome.ok && outcome.value.path, join(`${workspace}-link`, 'text', 'a.txt'));
  });

  test('that replaces the folder at any moment of a save redirects nothing', {
    skip: realDisk.pathOfOpen(0) === null && 'takes /proc/self/fd',
  }, async (t) => {
    const workspace = temporaryWorkspace(t);
    const [group, aside, outside] = [join(workspace, 'text'), join(workspace, 'aside'), `${workspace}2`];
    fs.mkdirSync(outside);
    for (let count = 1, reached = true; reached; count++) {
      fs.rmSync(group, { recursive: true, force: true });
      fs.rmSync(aside, { recursive: true, force: true });
      fs.mkdirSync(group);
      const disk = faultyDisk((call) => {
        if (call.count !== count) return null;
        fs.renameSync(group, aside);
        fs.symlinkSync(outside, group);
        return null;
      });
      const outcome = await publish(request(workspace, 'a.txt', 'x'), disk);
      assert.ok(outcome.ok || outcome.reason === 'outside-workspace');
      assert.deepEqual(fs.readdirSync(outside), [], `swapped at call ${count}`);
      reached = disk.calls.length >= count;
    }
  });
});

describe('a failing disk', () => {
  const setups = [
    { before: null, after: { 'a.txt': 'the new one' } },
    { before: 'precious!!!', after: { 'a.txt': 'precious!!!', 'a (2).txt': 'the new one' } },
  ];

  test('leaves only complete files, whichever call fails, once or always, and the next attempt succeeds', async (t) => {
    const workspace = temporaryWorkspace(t);
    const order = request(workspace, 'a.txt', 'the new one');
    for (let count = 1, reached = true; reached; count++) {
      reached = false;
      for (const { before, after } of setups) {
        for (const error of someOf(ERRORS)) {
          for (const forever of [false, true]) {
            prepare(workspace, before);
            reached = (await failAt(order, { count, error, forever })) || reached;
            await sweepWorkspace(workspace);
            assert.ok((await publish(order, unsynced)).ok, `${count} ${error} ${forever}`);
            assert.deepEqual(filesOf(workspace), after, `${count} ${error} ${forever}`);
          }
        }
      }
    }
  });

  const unsynced: Disk = { ...realDisk, sync: async () => {} };

  function prepare(workspace: string, content: string | null): void {
    fs.rmSync(join(workspace, 'text'), { recursive: true, force: true });
    if (content === null) return;
    fs.mkdirSync(join(workspace, 'text'));
    fs.writeFileSync(join(workspace, 'text', 'a.txt'), content);
  }

  /** Publishes with one call failing (and all later ones of its kind, if always); false if there was no such call. */
  async function failAt(order: PublishRequest, at: { count: number; error: string; forever: boolean }): Promise<boolean> {
    let kind: string | null = null;
    const fault: DiskFault = (call) => {
      if (call.count === at.count) kind = call.operation;
      return call.count === at.count || (at.forever && call.operation === kind) ? at.error : null;
    };
    const outcome = await publish(order, faultyDisk(fault));
    const name = `${at.count} ${at.error} ${at.forever} ${kind}`;
    for (const [file, content] of Object.entries(filesOf(order.workspace))) {
      if (isTemporaryName(file)) assert.ok(at.forever && kind === 'unlink', `a temporary file is left: ${name}`);
      else assert.ok(content === 'precious!!!' || content === 'the new one', name);
    }
    if (outcome.ok) assert.equal(fs.readFileSync(outcome.value.path, 'utf8'), 'the new one', name);
    return kind !== null;
  }

  test('is not trusted after a failed fsync: the file is written again', async (t) => {
    const workspace = temporaryWorkspace(t);
    fs.mkdirSync(join(workspace, 'text'));
    for (const [first, last] of [
      [1, 1],
      [2, 2],
      [2, 3],
    ] as const) {
      let syncs = 0;
      const fault: DiskFault = ({ operation }) => (operation === 'sync' && ++syncs >= first && syncs <= last ? 'EIO' : null);
      const order = request(workspace, `${first}-${last}.txt`, 'x');
      const path = join(workspace, 'text', `${first}-${last}.txt`);
      assert.deepEqual(await publish(order, faultyDisk(fault)), { ok: false, reason: 'io-error' });
      assert.equal(fs.existsSync(path), false, 'nothing is left that the next try could take for saved');
      assert.deepEqual(await publish(order), { ok: true, value: { path, duplicate: false } });
    }
  });

  test('that cannot flush an existing copy, or its folder, gets another one', async (t) => {
    for (const nth of [1, 2]) {
      const workspace = temporaryWorkspace(t);
      await publish(request(workspace, 'a.txt', 'x'));
      let syncs = 0;
      const disk = faultyDisk(({ operation }) => (operation === 'sync' && ++syncs === nth ? 'EIO' : null));
      const outcome = await publish(request(workspace, 'a.txt', 'x'), disk);
      assert.deepEqual(outcome, { ok: true, value: { path: join(workspace, 'text', 'a (2).txt'), duplicate: false } });
    }
  });

  test('without hard links still gives every capture a file of its own', async (t) => {
    const workspace = temporaryWorkspace(t);
    const publisher = new FilePublisher(faultyDisk(({ operation }) => (operation === 'link' ? 'EPERM' : null)));
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => publisher.publish(request(workspace, 'a.txt', `content ${index}`))),
    );
    assert.equal(new Set(outcomes.map((outcome) => outcome.ok && outcome.value.path)).size, 20);
    assert.equal(new Set(Object.values(filesOf(workspace))).size, 20);
  });

  test('that is gone, or is a file, is not written to', async (t) => {
    const folder = temporaryHome(t);
    fs.writeFileSync(join(folder, 'file'), '');
    for (const name of ['none', 'file'])
      assert.deepEqual(await publish(request(join(folder, name), 'a.txt', 'x')), { ok: false, reason: 'missing-directory' });
    assert.deepEqual(fs.readdirSync(folder), ['file']);
  });

  test('that is full keeps what it has, and accepts the file once there is room', async (t) => {
    const workspace = temporaryWorkspace(t);
    using disk = tryMountSmallDisk(workspace, '256k');
    if (disk === null) return t.skip('takes the right to mount a tmpfs');
    fs.mkdirSync(join(workspace, 'text'));
    fs.writeFileSync(join(workspace, 'text', 'a.bin'), 'precious');
    fs.writeFileSync(join(workspace, 'filler'), Buffer.alloc(150_000));
    assert.deepEqual(await publish(request(workspace, 'a.bin', Buffer.alloc(1024 * 1024))), { ok: false, reason: 'disk-full' });
    assert.deepEqual(await publish(request(workspace, 'a.bin', Buffer.alloc(150_000))), { ok: false, reason: 'disk-full' });
    assert.deepEqual(filesOf(workspace), { 'a.bin': 'precious' });
    fs.rmSync(join(workspace, 'filler'));
    assert.ok((await publish(request(workspace, 'a.bin', Buffer.alloc(150_000)))).ok);
    assert.equal(fs.statSync(join(workspace, 'text', 'a (2).bin')).size, 150_000);
  });
});

test('a name made from text never collides with those of temporary files', () => {
  const name = '.~hub-0123456789abcdef.tmp';
  assert.ok(isTemporaryName(name) && !isTemporaryName(safeFileName(name)));
  assert.equal(fitName({ ...splitName(safeFileName(name)), directoryUnits: 10, ordinal: 1 }), safeFileName(name));
});
