import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { release } from '../../../src/contract/release.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { npmFile } from '../formats/npm.ts';
import { writeManifest } from './manifest.ts';
import { type Bom, settledBom } from './sbom.ts';

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

test('the list of parts is the same for the same parts, names Node, and has another number for other parts', () => {
  const bom = (serialNumber: string, name = 'zod'): Bom => ({
    serialNumber,
    bomFormat: 'CycloneDX',
    metadata: { timestamp: serialNumber, tools: [serialNumber], component: { name: 'folder', version: '0' } },
    components: [{ name, version: '1' }],
  });
  const edition = { version: '1.2.3', date: 0 };
  const settled = settledBom(bom('one'), edition);
  assert.deepEqual(settled, settledBom(bom('two'), edition));
  assert.deepEqual(settled.metadata.component, { name: 'hub-desktop', version: '1.2.3', type: 'application' });
  assert.deepEqual(
    settled.components.map(({ name }) => name),
    ['node', 'zod'],
  );
  assert.match(settled.serialNumber ?? '', /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.notEqual(settledBom(bom('one', 'ws'), edition).serialNumber, settled.serialNumber);
});

test('npx finds a command of the name of the package', () => {
  assert.deepEqual(npmFile({ name: 'hub-desktop' }).bin, { hub: 'bin/hub.js', 'hub-desktop': 'bin/hub.js' });
});
