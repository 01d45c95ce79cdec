import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { release } from '../../../src/contract/release.ts';
import { version } from '../../../src/contract/version.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { npmFile } from '../formats/npm.ts';
import { writeManifest } from './manifest.ts';
import { bomOf } from './sbom.ts';

const root = path.join(import.meta.dirname, '../../..');

test('the number of a release is the same in its two places', () => {
  const [file, lock] = ['package.json', 'package-lock.json'].map((name) => JSON.parse(readFileSync(path.join(root, name), 'utf8')));
  assert.deepEqual([file.version, lock.version, lock.packages[''].version], [version, version, version]);
});

test('the manifest names each file with its hash, in the form that an update is looked for', (t) => {
  const output = temporaryHome(t);
  for (const name of ['b.deb', 'a.tgz']) writeFileSync(path.join(output, name), name);
  const files = ['b.deb', 'a.tgz'].map((name) => path.join(output, name));
  const [manifest = '', sums = ''] = writeManifest({ root: '', output, version: '1.2.3', date: 0 }, files).map((file) =>
    readFileSync(file, 'utf8'),
  );
  const told = release.parse(JSON.parse(manifest));
  assert.deepEqual(
    [told.version, told.date, told.files.map(({ name, bytes }) => [name, bytes])],
    [
      '1.2.3',
      '1970-01-01T00:00:00.000Z',
      [
        ['a.tgz', 5],
        ['b.deb', 5],
      ],
    ],
  );
  assert.equal(sums.split('\n')[0], `${createHash('sha256').update('a.tgz').digest('hex')}  a.tgz`);
});

test('the list of parts has what the program needs and what is in its page, each with where it is, and is the same for the same parts', () => {
  const hash = Buffer.alloc(64, 1);
  const packages = {
    '': { dependencies: { '@a/b': '1' }, devDependencies: { tool: '1' } },
    'src/processes/shell/page': { dependencies: { react: '19', vite: '8' } },
    'node_modules/@a/b': {
      version: '1.0.0',
      license: 'MIT',
      optionalDependencies: { mac: '1' },
      integrity: `sha512-${hash.toString('base64')}`,
    },
    'node_modules/mac': { version: '1.0.0', os: ['darwin'], cpu: ['arm64'] },
    'node_modules/react': { version: '19.0.0' },
    'node_modules/vite': { version: '8.0.0' },
    'node_modules/tool': { version: '1.0.0' },
  };
  const edition = { version: '1.2.3', date: 0 };
  const page = ['node_modules/react', 'node_modules/@a/b'];
  const bom = bomOf(packages, page, edition);
  assert.deepEqual(bom, bomOf({ ...packages }, page, edition));
  assert.deepEqual(
    bom.components.map(({ name, properties }) => [name, properties.map(({ value }) => value).join(' ')]),
    [
      ['@a/b', 'linux-x64 win32-x64 darwin-arm64 darwin-x64 page'],
      ['mac', 'darwin-arm64'],
      ['react', 'page'],
      ['node', 'darwin-arm64'],
      ['node', 'darwin-x64'],
      ['node', 'linux-x64'],
      ['node', 'win32-x64'],
    ],
  );
  assert.deepEqual(bom.components[0], {
    type: 'library',
    'bom-ref': 'node_modules/@a/b@1.0.0',
    name: '@a/b',
    version: '1.0.0',
    scope: 'required',
    hashes: [{ alg: 'SHA-512', content: hash.toString('hex') }],
    licenses: [{ expression: 'MIT' }],
    purl: 'pkg:npm/%40a/b@1.0.0',
    properties: ['linux-x64', 'win32-x64', 'darwin-arm64', 'darwin-x64', 'page'].map((value) => ({ name: 'hub-desktop:in', value })),
  });
  assert.match(bom.serialNumber, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.notEqual(bomOf(packages, page, { ...edition, version: '1.2.4' }).serialNumber, bom.serialNumber);
});

test('npx finds a command of the name of the package', () => {
  assert.deepEqual(npmFile({ name: 'hub-desktop' }).bin, { hub: 'bin/hub-command.js', 'hub-desktop': 'bin/hub-command.js' });
});
