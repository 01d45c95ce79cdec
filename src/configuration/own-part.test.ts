import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { locatePlaces } from '../platform/locations.ts';
import { isOwn, ownPartOf } from './own-part.ts';

const noLinks = process.platform === 'win32' ? 'needs links' : false;

test('the home of Hub is its own, from above, from below and through links', { skip: noLinks }, async (t) => {
  const root = fs.realpathSync(temporaryHome(t));
  const home = path.join(root, 'a', 'hub');
  const linked = path.join(root, 'linked');
  fs.mkdirSync(path.join(home, 'data'), { recursive: true });
  fs.symlinkSync(path.join(root, 'a'), linked);
  fs.symlinkSync(home, path.join(root, 'hub-link'));
  for (const env of [{ HUB_HOME: home }, { HUB_HOME: path.join(linked, 'hub') }]) {
    const places = locatePlaces({ env, ...surroundings(root) });
    const whole = [
      home,
      path.join(home, 'data'),
      path.join(home, 'none', 'yet'),
      path.join(linked, 'hub'),
      path.join(root, 'hub-link', 'x'),
    ];
    for (const folder of whole) assert.equal(await ownPartOf(folder, places), 'all', folder);
    assert.deepEqual(await ownPartOf(path.join(root, 'a'), places), [home]);
    assert.deepEqual(await ownPartOf(linked, places), [path.join(linked, 'hub')]);
    for (const folder of [`${home}-2`, path.join(root, 'b'), path.join(root, 'a', '..hub')])
      assert.deepEqual(await ownPartOf(folder, places), []);
  }
});

test('a WorkSpace that Hub has by default may be in its home, but not where Hub keeps its own files', async (t) => {
  const home = fs.realpathSync(temporaryHome(t));
  const partOf = (folder: string) =>
    ownPartOf(folder, locatePlaces({ env: { HUB_HOME: home, HUB_WORKSPACE: folder }, ...surroundings(home) }));
  assert.deepEqual(await partOf(path.join(home, 'WorkSpace')), []);
  assert.deepEqual(await partOf(path.join(home, 'ws')), []);
  for (const folder of ['', 'data', 'Logs/x', 'config']) assert.equal(await partOf(path.join(home, folder)), 'all', folder);
});

test('a path is in that part if it is one of its folders or below', () => {
  const own = path.join(path.sep, 'a', 'hub');
  for (const at of [own, path.join(own, 'data')]) assert.ok(isOwn([own], at));
  for (const at of [`${own}-2`, path.join(path.sep, 'a')]) assert.ok(!isOwn([own], at));
  assert.ok(isOwn('all', path.sep));
});

function surroundings(userHome: string) {
  return { platform: process.platform, userHome, workingFolder: userHome, temporaryFolder: userHome, userId: '1' };
}
