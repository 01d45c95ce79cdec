import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { type DrivePlaces, isOfMissingDrive, isPlaceOfMissingDrive } from './missing-drive.ts';

const nowhere: DrivePlaces = { places: {}, ofUsers: [], listed: '/nowhere', inUse: '/nowhere' };

test('what is missing where drives appear is of a drive, unless it is on one that is there', async (t) => {
  const root = fs.realpathSync(temporaryHome(t));
  const media = path.join(root, 'media');
  fs.mkdirSync(path.join(media, 'ann'), { recursive: true });
  fs.symlinkSync(media, path.join(root, 'link'));
  const places: DrivePlaces = { ...nowhere, places: { [media]: '.' }, ofUsers: [media] };
  const inMedia = (name: string): Promise<boolean> => isOfMissingDrive(path.join(root, name), places);
  for (const name of ['media/DISK', 'media/ann/DISK', 'link/DISK']) assert.equal(await inMedia(name), true, name);
  assert.equal(await inMedia('ws'), false);
  assert.equal(await inMedia('media-of-mine'), false);
  fs.mkdirSync(path.join(media, 'ann', 'OTHER'));
  assert.equal(await inMedia('media/ann/DISK'), true, 'another drive of this user is there');
  assert.equal(await inMedia('media/ann/OTHER/ws'), true, 'an empty folder may be that of a drive');
  fs.writeFileSync(path.join(media, 'ann', 'OTHER', 'a.txt'), '');
  assert.equal(await inMedia('media/ann/OTHER/ws'), false, 'a folder that is used is none of a drive');
  assert.equal(
    await isOfMissingDrive(path.join(media, 'ann', 'DISK'), { ...places, ofUsers: [] }),
    false,
    'where users have no folders of drives',
  );
  await assert.rejects(inMedia('media/DISK/ws'), { code: 'ENOENT' });
});

test('nothing is missing with a drive outside of the places where this system puts drives', async (t) => {
  assert.equal(await isOfMissingDrive(path.join(temporaryHome(t), 'ws')), false);
});

test('a drive that is connected at such a place itself is not missing', { skip: process.platform !== 'linux' }, async () => {
  // A folder of another disk than the one above it, as on every Linux.
  const inProc = (without: '.' | '..') => isOfMissingDrive('/proc/DISK', { ...nowhere, places: { '/proc': without } });
  assert.deepEqual([await inProc('.'), await inProc('..')], [true, false]);
});

test('a place of drives may be a link, as /mnt to /var/mnt', { skip: process.platform === 'win32' }, async (t) => {
  const root = temporaryHome(t);
  fs.mkdirSync(path.join(root, 'var', 'mnt', 'disk'), { recursive: true });
  fs.symlinkSync('var/mnt', path.join(root, 'mnt'));
  const places: DrivePlaces = { ...nowhere, places: { [path.join(root, 'mnt')]: '..' } };
  for (const name of ['mnt/new', 'var/mnt/new', 'mnt/disk/ws', 'var/mnt/disk/ws'])
    assert.equal(await isOfMissingDrive(path.join(root, name), places), true, name);
  assert.equal(await isPlaceOfMissingDrive(path.join(root, 'mnt', 'disk'), places), true);
  assert.equal(await isOfMissingDrive(path.join(root, 'var', 'ws'), places), false);
});

test('an empty folder is in the place of a drive where the system connects one, and has not', {
  skip: process.platform === 'win32',
}, async (t) => {
  const root = fs.realpathSync(temporaryHome(t));
  const [data, plain] = ['my data', 'plain'].map((name) => path.join(root, name)) as [string, string];
  for (const folder of [data, plain]) fs.mkdirSync(folder);
  fs.symlinkSync(data, path.join(root, 'link'));
  const [listed, inUse] = ['fstab', 'mountinfo'].map((name) => path.join(root, name)) as [string, string];
  const where: DrivePlaces = { ...nowhere, listed, inUse };
  const escaped = data.replaceAll(' ', '\\040');
  fs.writeFileSync(
    listed,
    `# <what> <where>\nUUID=1 / ext4 defaults 0 1\n#UUID=3 ${plain} ext4\n  UUID=2\t${escaped}/ ext4 nofail\n/swap none swap sw 0 0\n`,
  );
  const root1 = '21 1 8:1 / / rw - ext4 /dev/sda1 rw\n';
  fs.writeFileSync(inUse, root1);
  const found = async (): Promise<readonly boolean[]> => [
    await isPlaceOfMissingDrive(data, where),
    await isPlaceOfMissingDrive(path.join(root, 'link'), where),
    await isOfMissingDrive(path.join(data, 'ws'), where),
    await isPlaceOfMissingDrive(plain, where),
    await isOfMissingDrive(path.join(plain, 'ws'), where),
  ];
  assert.deepEqual(await found(), [true, true, true, false, false]);
  fs.writeFileSync(inUse, `${root1}22 21 8:1 /data ${escaped} rw - ext4 /dev/sda1 rw\n`);
  assert.deepEqual(await found(), [false, false, false, false, false], 'it may be a folder of the same disk');
  fs.rmSync(inUse);
  assert.deepEqual(await found(), [false, false, false, false, false], 'nobody knows');
  fs.writeFileSync(inUse, root1);
  fs.writeFileSync(path.join(data, 'a.txt'), '');
  assert.deepEqual(await found(), [false, false, false, false, false], 'somebody uses it');
});
