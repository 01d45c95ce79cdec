import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identifiedBytes } from './identification-limit.ts';
import { identifyContent } from './identify-content.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('a text is identified with its embedded file name, and with reasons', async () => {
  const { detection, embeddedFilename, reasons } = await identifyContent(bytes('// src/app.ts\nrun();\n'));
  assert.deepEqual([detection?.typeId, embeddedFilename], ['typescript', 'app.ts']);
  assert.ok(reasons.some(({ by, typeId, decided }) => by === 'name' && typeId === 'typescript' && decided));
});

test('a given name outweighs the embedded one', async () => {
  const { detection, embeddedFilename } = await identifyContent(bytes('# tools/a.py\nx = 1\n'), { fileName: 'b.rb' });
  assert.deepEqual([detection?.typeId, embeddedFilename], ['ruby', 'a.py']);
});

test('bytes that are not text have no name, whatever they spell', async () => {
  const picture = Uint8Array.from([
    0x89,
    0x50,
    0x4e,
    0x47,
    0xd,
    0xa,
    0x1a,
    0xa,
    0,
    0,
    0,
    13,
    0x49,
    0x48,
    0x44,
    0x52,
    ...bytes('// a.ts\n'),
  ]);
  const { detection, embeddedFilename, reasons } = await identifyContent(picture);
  assert.deepEqual([detection?.typeId, embeddedFilename], ['png', null]);
  assert.deepEqual(
    reasons.map(({ by }) => by),
    ['signature'],
  );
});

test('empty content has no type', async () => {
  assert.deepEqual(await identifyContent(new Uint8Array(0)), { detection: null, embeddedFilename: null, reasons: [] });
});

test('bytes after the start make no difference', async () => {
  const start = `import os\n\n${'print(os.name)\n'.repeat(5_000)}`.slice(0, identifiedBytes);
  assert.deepEqual(await identifyContent(bytes(`${start}\u0000 binary`)), await identifyContent(bytes(`${start}one more line`)));
});
