import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startForwardProxy } from '../../../test/doubles/forward-proxy.ts';
import { signer } from '../../../test/doubles/minisign-signer.ts';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { isNewer, update } from './update.ts';

const npm = { form: 'npm', command: null } as const;
const { publicKey, sign } = signer();
const releaseOf = (version: string) => JSON.stringify({ name: 'hub-desktop', version, date: '2026-03-01T10:00:00.000Z', files });
const content = 'a package';
const sha256 = createHash('sha256').update(content).digest('hex');
const names = { deb: 'hub-desktop_0.10.0_amd64.deb', npm: 'hub-desktop-0.10.0.tgz', archive: 'hub-desktop-0.10.0-linux-x64.run' } as const;
const files = Object.values(names).map((name) => ({ name, bytes: content.length, sha256 }));

/** A server with these files, and a home whose configuration names it. */
async function rig(t: TestContext, files: Readonly<Record<string, string>>, key = publicKey) {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(request.url ?? '');
    const file = files[(request.url ?? '').slice(1)];
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const home = path.join(temporaryHome(t), 'home');
  mkdirSync(path.join(home, 'config'), { recursive: true });
  const feed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/release.json`;
  writeFileSync(path.join(home, 'config/hub.json'), JSON.stringify({ update: { feed, public_key: key } }));
  return { ...rememberingSurface(locatePlaces(readSurroundings({ HUB_HOME: home }))), asked, feed, home };
}

const signed = (text: string) => ({ 'release.json': text, 'release.json.minisig': sign(Buffer.from(text), 'x') });

test('a newer version is told, with the command that gets it, and nothing else is fetched', async (t) => {
  const { surface, printed, asked, feed } = await rig(t, signed(releaseOf('0.10.0')));
  assert.equal(await update(surface, { check: true }, npm, '0.9.1'), 0);
  assert.deepEqual(printed.splice(0), [
    'Hub 0.10.0 (2026-03-01) is available; you have 0.9.1.',
    `To get it: curl -fLO '${feed.replace('release.json', names.npm)}' && echo '${sha256}  ${names.npm}' | sha256sum --check && npm install -g --allow-scripts="$PWD/${names.npm}" ./${names.npm}`,
  ]);
  assert.deepEqual(asked.toSorted(), ['/release.json', '/release.json.minisig']);
  assert.equal(await update(surface, { check: true }, npm, '0.10.0'), 0);
  assert.deepEqual(printed, ['Hub 0.10.0 is the newest version, as of 2026-03-01.']);
});

test('what gets it takes the file that belongs to the installation, and nothing with another digest', async (t) => {
  const given = { ...signed(releaseOf('0.10.0')), [names.deb]: content, [names.archive]: 'another content' };
  const { surface, printed } = await rig(t, given);
  const download = async (form: keyof typeof names): Promise<number | null> => {
    assert.equal(await update(surface, { check: true }, { form, command: null }, '0.9.1'), 0);
    const command = printed.splice(0).at(-1)?.replace('To get it: ', '') ?? '';
    assert.ok(
      command.endsWith({ deb: `sudo apt install ./${names.deb}`, npm: `./${names.npm}`, archive: `sh ./${names.archive}` }[form]),
      command,
    );
    const child = spawn('sh', ['-c', command.slice(0, command.lastIndexOf(' && '))], { cwd: temporaryHome(t), stdio: 'ignore' });
    return (await once(child, 'exit'))[0];
  };
  assert.deepEqual([await download('deb'), (await download('npm')) !== 0, await download('archive')], [0, true, 1]);
});

test('who has a package of the system and no address is sent to its tool, and no request is made', async (t) => {
  const { surface, printed, asked } = await rig(t, signed(releaseOf('9.0.0')), '');
  assert.equal(await update(surface, { check: true }, { form: 'deb', command: null }, '0.1.0'), 0);
  assert.match(printed.join(''), /sudo apt update && sudo apt install --only-upgrade hub-desktop/);
  assert.deepEqual(asked, []);
});

test('what is not signed with the key, or is no release, is not believed', async (t) => {
  const text = releaseOf('9.0.0');
  const cases: readonly (readonly [RegExp, Readonly<Record<string, string>>, string?])[] = [
    [/no signature of it/, { 'release.json': text }],
    [/is not signed with update\.public_key/, { 'release.json': text, 'release.json.minisig': sign(Buffer.from('other'), 'x') }],
    [/is not signed with update\.public_key/, { 'release.json': text, 'release.json.minisig': signer().sign(Buffer.from(text), 'x') }],
    [/is not signed with update\.public_key/, { 'release.json': text, 'release.json.minisig': '' }],
    [/not a public key/, signed(text), 'RW'],
    [/not a release of Hub/, signed('{"version":"9.0.0; rm -rf /"}')],
    [/not a release of Hub/, signed('{')],
    [/not a release of Hub/, signed(' '.repeat(300_000))],
  ];
  for (const [why, files, key] of cases) {
    const { surface, printed, complained } = await rig(t, files, key);
    assert.equal(await update(surface, { check: true }, npm, '0.1.0'), 1);
    assert.deepEqual(printed, []);
    assert.match(complained.join(''), why);
  }
});

test('without an address it says so, with --check as without', async (t) => {
  const { surface, complained } = rememberingSurface(locatePlaces(readSurroundings({ HUB_HOME: temporaryHome(t) })));
  assert.equal(await update(surface, { check: true }, npm), 1);
  assert.match(complained.splice(0).join(''), /^hub: no update feed is set/);
  assert.equal(await update(surface, {}, npm), 1);
  assert.match(complained.splice(0).join(''), /^hub: no update feed is set/);
});

test('the proxy of the environment is used, unless the host is left out; one that is no address is told', async (t) => {
  const { surface, printed, complained, asked, home, feed } = await rig(t, signed(releaseOf('9.0.0')));
  const { address: named, asked: tunnels } = await startForwardProxy(t, feed);
  const updateFrom = (address: string, env: Record<string, string>) => {
    writeFileSync(path.join(home, 'config/hub.json'), JSON.stringify({ update: { feed: address, public_key: publicKey } }));
    return update({ ...surface, env }, { check: true }, npm, '0.1.0');
  };
  assert.equal(await updateFrom(feed, { http_proxy: named }), 0, complained.join());
  assert.match(printed.splice(0).join(), /Hub 9\.0\.0 \(2026-03-01\) is available/);
  assert.deepEqual([tunnels.length > 0, tunnels.every((one) => one.includes(new URL(feed).host)), asked.length], [true, true, 2]);
  const before = tunnels.length;
  assert.equal(await updateFrom(feed, { HTTP_PROXY: named, NO_PROXY: '127.0.0.1' }), 0);
  assert.deepEqual([tunnels.length, asked.length], [before, 4]);
  assert.equal(await updateFrom(feed, { HTTPS_PROXY: 'http://ann:hush@[broken' }), 1);
  assert.deepEqual(complained.splice(0), [
    'hub: HTTPS_PROXY or HTTP_PROXY is not the address of a proxy, such as http://proxy.example:3128',
  ]);
  assert.equal(await updateFrom(feed, {}), 0);
  assert.deepEqual([tunnels.length, asked.length], [before, 6], 'the proxy was used for the first only');
});

test('versions are compared by their numbers', () => {
  for (const [version, than] of [
    ['0.10.0', '0.9.9'],
    ['1.0.0', '0.99.99'],
    ['0.1.1', '0.1.0'],
  ] as const) {
    assert.ok(isNewer(version, than));
    assert.ok(!isNewer(than, version));
    assert.ok(!isNewer(version, version));
  }
});
