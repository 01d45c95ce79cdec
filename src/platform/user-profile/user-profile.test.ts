import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import { canariesIn, canary } from '../../../test/harness/canaries.ts';
import { makeFifo } from '../../../test/harness/strange-files.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { openLog } from '../../base/log.ts';
import { readUserProfile } from './index.ts';
import { fullNameIn, type LinuxParts, linuxProfile } from './linux.ts';
import { macosProfile, type RunProgram, recordValue } from './macos.ts';
import { PrivateValue } from './private-value.ts';

const skip = process.platform === 'linux' ? false : 'this part is for Linux';
const png = Buffer.from('\x89PNG\r\n\x1a\n and so on', 'latin1');
const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex');

/** A home, and the files of a system with the user `maria`. */
function rig(t: TestContext): LinuxParts & { readonly root: string } {
  const root = temporaryHome(t);
  const [userHome, accountsFolder, passwdFile] = [path.join(root, 'home'), path.join(root, 'accounts'), path.join(root, 'passwd')];
  for (const folder of [userHome, path.join(accountsFolder, 'users'), path.join(accountsFolder, 'icons')])
    mkdirSync(folder, { recursive: true });
  writeFileSync(passwdFile, 'root:x:0:0:root:/root:/bin/sh\nmaria:x:1000:1000:Maria Kowalska,Room 5,,:/home/maria:/bin/sh\n');
  return { root, userName: 'maria', userHome, passwdFile, accountsFolder, askAccounts: null, timeoutMs: 20_000 };
}

test('the name is that of passwd, and the picture that of the home', { skip }, async (t) => {
  const parts = rig(t);
  assert.deepEqual(await linuxProfile(parts), { displayName: 'Maria Kowalska', accountName: 'maria', emailOrUpn: '', picture: null });
  writeFileSync(path.join(parts.userHome, '.face'), png);
  assert.deepEqual((await linuxProfile(parts)).picture, { bytes: png, mediaType: 'image/png' });
});

test('AccountsService on the bus precedes its files, and these precede the home', { skip }, async (t) => {
  const parts = rig(t);
  writeFileSync(path.join(parts.userHome, '.face'), png);
  writeFileSync(path.join(parts.accountsFolder, 'icons', 'maria'), jpeg);
  assert.equal((await linuxProfile(parts)).picture?.mediaType, 'image/jpeg');
  writeFileSync(path.join(parts.accountsFolder, 'icons', 'own.gif'), 'GIF89a');
  const icon = path.join(parts.accountsFolder, 'icons', 'own.gif');
  writeFileSync(path.join(parts.accountsFolder, 'users', 'maria'), `[User]\nIcon=${icon}\nEmail=maria@example.org\nSystemAccount=false\n`);
  const kept = await linuxProfile(parts);
  assert.deepEqual([kept.emailOrUpn, kept.picture?.mediaType], ['maria@example.org', 'image/gif']);
  const iconFile = path.join(parts.userHome, '.face');
  const askAccounts = async (name: string) => ({ realName: `${name} K`, email: 'm@example.org', iconFile });
  const asked = await linuxProfile({ ...parts, askAccounts });
  assert.deepEqual([asked.displayName, asked.emailOrUpn, asked.picture?.mediaType], ['maria K', 'm@example.org', 'image/png']);
});

test('a service that hangs, fails or sends nonsense costs only its own values', { skip }, async (t) => {
  const parts = { ...rig(t), timeoutMs: 200 };
  let given: AbortSignal | null = null;
  const hangs = (_name: string, signal: AbortSignal) => {
    given = signal;
    return new Promise<null>(() => {});
  };
  const answers: readonly LinuxParts['askAccounts'][] = [
    hangs,
    async () => {
      throw new Error('no bus');
    },
    async () => ({ realName: 5, email: ['x'], iconFile: { a: 1 } }) as unknown as null,
    async () => 'text' as unknown as null,
  ];
  for (const askAccounts of answers) assert.equal((await linuxProfile({ ...parts, askAccounts })).displayName, 'Maria Kowalska');
  assert.equal((given as AbortSignal | null)?.aborted, true);
});

test('a link to a picture is followed within the home, and not out of it', { skip }, async (t) => {
  const parts = rig(t);
  const faceIcon = path.join(parts.userHome, '.face.icon');
  writeFileSync(path.join(parts.userHome, 'me.png'), png);
  symlinkSync('me.png', faceIcon);
  assert.equal((await linuxProfile(parts)).picture?.mediaType, 'image/png');
  rmSync(faceIcon);
  writeFileSync(path.join(parts.root, 'elsewhere.png'), png);
  symlinkSync('../elsewhere.png', faceIcon);
  assert.equal((await linuxProfile(parts)).picture, null);
});

test('anything but a small picture is ignored: a text, a folder, a pipe, a file that is too long, a link to nothing', {
  skip,
}, async (t) => {
  const parts = rig(t);
  const face = path.join(parts.userHome, '.face');
  const make: readonly (() => void)[] = [
    () => writeFileSync(face, '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    () => writeFileSync(face, ''),
    () => mkdirSync(face),
    () => makeFifo(face),
    () => writeFileSync(face, Buffer.concat([png, Buffer.alloc(1024 * 1024)])),
    () => symlinkSync('nothing', face),
  ];
  for (const one of make) {
    one();
    assert.equal((await linuxProfile(parts)).picture, null, String(one));
    rmSync(face, { recursive: true });
  }
});

test('the first field of GECOS is the name, and & in it the login', () => {
  const passwd = 'a:x:1:1:&:/:/\nab:x:2:2:Old & Co,,,:/:/\nshort:x\nempty:x:3:3::/:/';
  assert.equal(fullNameIn(passwd, 'a'), 'A');
  assert.equal(fullNameIn(passwd, 'ab'), 'Old Ab Co');
  assert.equal(fullNameIn(passwd, 'short'), null);
  assert.equal(fullNameIn(passwd, 'empty'), '');
  assert.equal(fullNameIn(passwd, 'nobody'), null);
});

test('on macOS the programs of the system give each value separately', async () => {
  const printed: Readonly<Record<string, string>> = {
    '-F': 'Maria Kowalska\n',
    EMailAddress: 'EMailAddress: maria@example.org\n',
    JPEGPhoto: 'JPEGPhoto:\n ffd8ffe0 00104a46 4946\n',
  };
  const ask: RunProgram = async (_program, words) => printed[words.at(-1) ?? ''] ?? '';
  assert.deepEqual(await macosProfile('maria', 20_000, ask), {
    displayName: 'Maria Kowalska',
    accountName: 'maria',
    emailOrUpn: 'maria@example.org',
    picture: { bytes: jpeg, mediaType: 'image/jpeg' },
  });
  const fails: RunProgram = async () => {
    throw new Error('no such program');
  };
  assert.deepEqual(await macosProfile('maria', 20_000, fails), { displayName: '', accountName: 'maria', emailOrUpn: '', picture: null });
  assert.equal(recordValue('No such key: JPEGPhoto', 'JPEGPhoto'), '');
});

test('reading the profile of this system never fails', async () => {
  for (const platform of [process.platform, 'aix'] as const) {
    const profile = await readUserProfile({ platform, env: {}, userHome: os.homedir(), askAccounts: null, timeoutMs: 20_000 });
    assert.equal(profile.accountName.reveal(), os.userInfo().username);
    assert.equal(typeof profile.displayName.reveal(), 'string');
  }
});

test('a profile that is logged by mistake reveals nothing', (t) => {
  const [name, mail] = [canary('name'), canary('mail')];
  const bytes = Buffer.from(canary('picture'));
  const profile = {
    displayName: new PrivateValue(name),
    emailOrUpn: new PrivateValue(mail),
    picture: new PrivateValue({ bytes, mediaType: 'image/png' }),
  };
  assert.equal(profile.displayName.reveal(), name);
  const folder = temporaryHome(t);
  const file = path.join(folder, 'a.log');
  const log = openLog({ component: 'hub', files: [file], level: 'DEBUG' });
  // @ts-expect-error: a personal value is not a log field.
  log.info('profile', { name: profile.displayName });
  // @ts-expect-error: nor is its text.
  log.info('profile', { name: `${profile.displayName}` });
  log[Symbol.dispose]();
  const written = [
    readFileSync(file, 'utf8'),
    JSON.stringify(profile),
    inspect(profile, { depth: 9, showHidden: true }),
    String(profile.displayName),
    `${profile.emailOrUpn}`,
    inspect(new Error('failed', { cause: profile })),
    inspect(structuredClone({ ...profile.picture }), { showHidden: true }),
    Object.entries(profile.displayName).join(),
  ].join('\n');
  const planted = [name, mail, bytes.toString()];
  assert.deepEqual(canariesIn(Buffer.from(written), planted), []);
  assert.notDeepEqual(canariesIn(Buffer.from(profile.displayName.reveal()), planted), []);
});
