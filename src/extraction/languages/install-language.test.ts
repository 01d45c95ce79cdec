import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startForwardProxy } from '../../../test/doubles/forward-proxy.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import type { DataPackage } from './data-package.ts';
import { installPackages, isComplete, isInstalled } from './install-language.ts';
import { dataFile, knownLanguage, knownLanguages, packagesOf } from './known-languages.ts';

function tarOf(files: readonly (readonly [name: string, content: string])[]): Buffer {
  const blocks = files.map(([name, content]) => {
    const block = Buffer.alloc(512 + Math.ceil(content.length / 512) * 512);
    block.write(name);
    block.write(content.length.toString(8).padStart(11, '0'), 124);
    block.write(content, 512);
    return block;
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1_024)]));
}

const data = 'x'.repeat(70_000);
const sent = tarOf([
  ['package/package.json', '{}'],
  ['package/4.0.0_best_int/deu.traineddata.gz', data],
]);
const digest = `sha512-${createHash('sha512').update(sent).digest('base64')}`;
const packages: readonly DataPackage[] = packagesOf('deu').map((one) => ({ ...one, digest }));

/** A registry that answers so, and what it was asked for. */
async function registry(
  t: TestContext,
  answer: (response: http.ServerResponse) => void,
): Promise<{ readonly address: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test('the data of a language is fetched once, with progress, and only the file that is needed is kept', async (t) => {
  const folder = path.join(temporaryHome(t), 'data', 'languages');
  const { address, asked } = await registry(t, (response) => response.writeHead(200, { 'content-length': sent.length }).end(sent));
  const parts: number[] = [];
  const installation = { packages, folder, registry: address, env: {}, progress: (part: number) => void parts.push(part) } as const;
  assert.equal(isInstalled(folder, 'deu'), false);
  assert.deepEqual(await installPackages(installation), { ok: true, value: null });
  assert.deepEqual(asked, ['/@tesseract.js-data/deu/-/deu-1.0.0.tgz']);
  assert.equal(parts.at(-1), 1);
  assert.deepEqual(readdirSync(folder), ['deu.traineddata.gz']);
  assert.equal(readFileSync(path.join(folder, dataFile('deu')), 'latin1'), data);
  assert.deepEqual(await installPackages(installation), { ok: true, value: null });
  assert.equal(asked.length, 1, 'it is there');
});

test('what is not exactly what is expected is not used, and a registry that fails has a reason', async (t) => {
  const home = temporaryHome(t);
  const folder = path.join(home, 'languages');
  const cases: readonly (readonly [string, (response: http.ServerResponse) => void])[] = [
    ['altered', (response) => response.end(Buffer.concat([sent, Buffer.of(0)]))],
    ['refused', (response) => response.writeHead(404).end('{}')],
    [
      'unreachable',
      (response) => response.writeHead(200, { 'content-length': sent.length }).write(sent.subarray(0, 100), () => response.destroy()),
    ],
  ];
  for (const [reason, answer] of cases) {
    const { address } = await registry(t, answer);
    const outcome = await installPackages({ packages, folder, registry: address, env: {}, progress: () => {} });
    assert.deepEqual(outcome, { ok: false, reason });
    assert.equal(existsSync(folder), false);
  }
  const { address } = await registry(t, (response) => response.end(sent));
  writeFileSync(folder, 'a file where the folder should be');
  const outcome = await installPackages({ packages, folder, registry: address, env: {}, progress: () => {} });
  assert.deepEqual(outcome, { ok: false, reason: 'not-written' });
});

test('what belongs to a language is brought package by package, and only what is missing', async (t) => {
  const folder = path.join(temporaryHome(t), 'languages');
  const model = tarOf([['package/assets/model.onnx', 'm']]);
  const more: DataPackage = {
    name: 'a-model',
    version: '2.0.0',
    digest: `sha512-${createHash('sha512').update(model).digest('base64')}`,
    files: { 'assets/model.onnx': 'model.onnx' },
  };
  let isThere = false;
  const { address, asked } = await registry(t, (response) => {
    if (!asked.at(-1)?.includes('a-model')) response.end(sent);
    else if (isThere) response.end(model);
    else response.writeHead(404).end('{}');
  });
  const parts: number[] = [];
  const installation = {
    packages: [...packages, more],
    folder,
    registry: address,
    env: {},
    progress: (part: number) => void parts.push(part),
  };
  assert.deepEqual(await installPackages(installation), { ok: false, reason: 'refused' });
  assert.deepEqual([isInstalled(folder, 'deu'), isComplete(folder, installation.packages)], [true, false]);
  isThere = true;
  assert.deepEqual(await installPackages(installation), { ok: true, value: null });
  assert.equal(isComplete(folder, installation.packages), true);
  assert.deepEqual(
    asked.map((one) => one.split('/').at(-1)),
    ['deu-1.0.0.tgz', 'a-model-2.0.0.tgz', 'a-model-2.0.0.tgz'],
  );
  assert.deepEqual(
    parts.toSorted((one, other) => one - other),
    parts,
    'progress goes forward',
  );
});

test('the proxy of the environment is used, unless the host is left out; one that is no address is told', async (t) => {
  const { address, asked: directly } = await registry(t, (response) => response.end(sent));
  const { address: named, asked } = await startForwardProxy(t, address);
  const into = (folder: string, to: string, env: Record<string, string>) =>
    installPackages({ packages, folder: path.join(temporaryHome(t), folder), registry: to, env, progress: () => {} });
  assert.deepEqual(await into('a', 'http://registry.invalid', { http_proxy: named }), { ok: true, value: null });
  assert.match(asked[0] ?? '', /registry\.invalid/);
  const before = directly.length;
  assert.deepEqual(await into('b', address, { HTTP_PROXY: named, NO_PROXY: '127.0.0.1' }), { ok: true, value: null });
  assert.deepEqual([asked.length, directly.length], [1, before + 1]);
  assert.deepEqual(await into('c', address, { HTTPS_PROXY: 'http://[broken' }), { ok: false, reason: 'bad-proxy' });
  assert.deepEqual(await into('d', 'http://registry.invalid', {}), { ok: false, reason: 'unreachable' });
});

test('a language has two names, and every one but English a digest of its own', () => {
  assert.deepEqual(['de', 'DEU', 'zh', 'chi-sim', 'ja', 'xx', 'constructor'].map(knownLanguage), [
    'deu',
    'deu',
    'chi_sim',
    'chi_sim',
    'jpn',
    null,
    null,
  ]);
  const digests = knownLanguages.flatMap((language) => packagesOf(language).map(({ digest: own }) => own));
  assert.equal(new Set(digests).size, digests.length);
  assert.ok(digests.every((one) => /^sha512-[\w+/]{86}==$/.test(one ?? '')));
  assert.ok(isInstalled('/nowhere', 'eng'));
});
