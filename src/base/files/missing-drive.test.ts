import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { isOfMissingDrive } from './missing-drive.ts';

test('what is missing where drives appear is of a drive, unless it is on one that is there', async (t) => {
  const root = fs.realpathSync(temporaryHome(t));
  const media = path.join(root, 'media');
  fs.mkdirSync(path.join(media, 'ann'), { recursive: true });
  fs.symlinkSync(media, path.join(root, 'link'));
  const at =
    (place: string, without = place) =>
    (name: string) =>
      isOfMissingDrive(path.join(root, name), { [place]: without }, [place]);
  const inMedia = at(media);
  for (const name of ['media/DISK', 'media/ann/DISK', 'link/DISK']) assert.equal(await inMedia(name), true, name);
  assert.equal(await inMedia('ws'), false);
  assert.equal(await inMedia('media-of-mine'), false);
  fs.mkdirSync(path.join(media, 'ann', 'OTHER'));
  assert.equal(await inMedia('media/ann/DISK'), true, 'another drive of this user is there');
  assert.equal(await inMedia('media/ann/OTHER/ws'), true, 'an empty folder may be that of a drive');
  fs.writeFileSync(path.join(media, 'ann', 'OTHER', 'a.txt'), '');
  assert.equal(await inMedia('media/ann/OTHER/ws'), false, 'a folder that is used is none of a drive');
  assert.equal(
    await isOfMissingDrive(path.join(media, 'ann', 'DISK'), { [media]: media }, []),
    false,
    'where users have no folders of drives',
  );
  await assert.rejects(inMedia('media/DISK/ws'), { code: 'ENOENT' });
  // A folder of another disk, as it is seen on every Linux.
  if (process.platform === 'linux') assert.equal(await at(media, '/proc')('media/DISK'), false, 'a drive is connected there');
});

test('nothing is missing with a drive outside of the places where this system puts drives', async (t) => {
  assert.equal(await isOfMissingDrive(path.join(temporaryHome(t), 'ws')), false);
});
