/** The user's profile on Windows, or under Wine, which knows some of the names. */
import assert from 'node:assert/strict';
import os from 'node:os';
import { test } from 'node:test';
import { nameFormats, userName, windowsProfile } from './windows.ts';

const skip = process.platform === 'win32' ? false : 'this is not Windows; npm run test:windows brings Wine';

test('Windows returns the names of its user, and an unknown one is empty', { skip }, async () => {
  const login = await userName(nameFormats.samCompatible);
  assert.match(login, /^[^\\\0]+\\[^\\\0]+$/);
  assert.equal(login.split('\\')[1], os.userInfo().username);
  assert.equal(await userName(99), '');
});

test('the profile has the login from the environment, and whatever else is available', { skip }, async () => {
  const profile = await windowsProfile({ USERNAME: 'maria', USERDOMAIN: 'CONTOSO', PUBLIC: 'C:\\nowhere' }, 20_000);
  assert.equal(profile.accountName, 'CONTOSO\\maria');
  assert.equal(typeof profile.displayName, 'string');
  assert.equal(profile.picture, null);
});
