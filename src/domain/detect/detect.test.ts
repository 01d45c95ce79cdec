import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { anyText } from '../../../test/harness/any-text.ts';
import { runs } from '../../../test/harness/effort.ts';
import { detection } from '../../contract/source-snapshot.ts';
import { detect, detectText, MAX_DETECTION_BYTES } from './detect.ts';
import { typeOfName } from './file-kinds.ts';
import { detectionOf, fileType, fileTypes, isTextType } from './learned/types.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const PNG = Uint8Array.from([
  0x89, 0x50, 0x4e, 0x47, 0xd, 0xa, 0x1a, 0xa, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0x49, 0x44, 0x41, 0x54,
]);
const ofPython = 'def mean(values):\n    return sum(values) / len(values)\n';

describe('the table of types', () => {
  test('has each label once, with an extension and a media type', () => {
    const types = fileTypes();
    assert.equal(new Set(types.map((type) => type.typeId)).size, types.length);
    for (const type of types) {
      assert.match(type.extension, /^\.[A-Za-z0-9]+$/);
      assert.match(type.mediaType, /^[a-z]+\/[\w.+-]+$/);
      assert.deepEqual(detection.parse(detectionOf(type.typeId, 0.5)), { ...type, confidence: 0.5 });
    }
  });

  test('has the labels, groups and media types of the vocabulary', () => {
    assert.deepEqual(fileType('python'), { typeId: 'python', group: 'code', extension: '.py', mediaType: 'text/x-python' });
    assert.deepEqual(fileType('markdown'), { typeId: 'markdown', group: 'text', extension: '.md', mediaType: 'text/markdown' });
    assert.deepEqual(fileType('png'), { typeId: 'png', group: 'image', extension: '.png', mediaType: 'image/png' });
    assert.equal(fileType('latin'), null);
  });

  test('knows the type of each of its text extensions', () => {
    // Two types may share an extension: a name then indicates one of them.
    for (const type of fileTypes().filter(({ typeId }) => isTextType(typeId))) {
      const named = typeOfName(`a${type.extension}`);
      if (named !== null) assert.notEqual(fileType(named), null, named);
    }
  });
});

describe('content', () => {
  test('that is empty, blank or of an unknown binary kind has no type', async () => {
    for (const content of ['', ' \n\t ', '\ufeff']) assert.equal(await detect(bytes(content)), null);
    assert.equal(await detect(Uint8Array.from([0, 1, 2, 3, 0xfe, 0xff, 0, 9])), null);
    assert.equal(detectText(' \r\n'), null);
  });

  const binaries: [typeId: string, content: Uint8Array][] = [
    ['png', PNG],
    ['gif', Uint8Array.from([...bytes('GIF89a'), 1, 0, 1, 0, 0, 0, 0])],
    ['jpeg', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, ...bytes('JFIF'), 0, 1])],
    ['gzip', Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
    ['sevenzip', Uint8Array.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4, 0, 0])],
    ['sqlite', Uint8Array.from([...bytes('SQLite format 3'), 0, 16, 0, 1, 1, 0, 64])],
    ['elf', Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0])],
  ];
  for (const [typeId, content] of binaries) {
    test(`of ${typeId} is detected by its signature`, async () => {
      const found = await detect(content, { fileName: 'notes.py' });
      assert.equal(found?.typeId, typeId);
      assert.ok((found?.confidence ?? 0) >= 0.97);
    });
  }

  test('that is text has the same type as bytes and as a string', async () => {
    for (const text of [ofPython, '{"a":1}', 'Hello there, how are you today?', '<', 'é'])
      assert.deepEqual(await detect(bytes(text)), detectText(text));
  });

  test('in UTF-16 with its mark, with a byte order mark, or in a western code page is text', async () => {
    const wide = Uint8Array.from([0xff, 0xfe, ...Buffer.from(ofPython, 'utf16le')]);
    assert.equal((await detect(wide))?.typeId, 'python');
    assert.equal((await detect(bytes(`\ufeff${ofPython}`)))?.typeId, 'python');
    assert.equal((await detect(Uint8Array.from([...bytes('Un caf'), 0xe9, ...bytes(' au lait, merci.')])))?.typeId, 'txt');
  });

  test('is detected by its beginning, even if a character is cut there', async () => {
    const long = bytes(`${ofPython.repeat(2_000).slice(0, MAX_DETECTION_BYTES - 1)}é${'\u0000'.repeat(100)}`);
    assert.equal((await detect(long))?.typeId, 'python');
    const records = JSON.stringify(Array.from({ length: 5_000 }, (_, id) => ({ id, name: `n${id}`, ok: id % 2 === 0 })));
    assert.equal((await detect(bytes(records)))?.typeId, 'json');
    assert.equal(detectText(JSON.stringify(JSON.parse(records), null, 2))?.typeId, 'json');
  });
});

test('letters and digits as base64 has them are plain text without the frame of a key', () => {
  const body = Array.from({ length: 12 }, (_, line) => createHash('sha384').update(String(line)).digest('base64'));
  for (const lines of [body, [...body, 'Zm9v'], body.slice(0, 2), [body.join('')]])
    assert.equal(detectText(lines.join('\n'))?.typeId, 'txt');
  const framed = (name: string): string => `-----BEGIN ${name}-----\n\n${body.join('\n')}\n-----END ${name}-----`;
  assert.equal(detectText(framed('PGP MESSAGE'))?.typeId, 'asc');
  assert.equal(detectText(framed('CERTIFICATE'))?.typeId, 'pem');
});

describe('a file name', () => {
  test('decides if the text does not look like another kind', () => {
    assert.equal(detectText('x = 1', { fileName: 'a.rb' })?.typeId, 'ruby');
    assert.equal(detectText('int x;\nint y;', { fileName: '/home/a/b.h' })?.typeId, 'h');
    assert.equal(detectText('{"compilerOptions": {}}', { fileName: 'tsconfig.jsonc' })?.typeId, 'jsonc');
    assert.equal(detectText('// src/app.ts\nrun();')?.typeId, 'typescript');
    assert.equal(detectText('# Makefile\nall:')?.typeId, 'makefile');
  });
  test('does not override what the text proves', () => {
    assert.equal(detectText('{"a": 1}', { fileName: 'a.py' })?.typeId, 'json');
    assert.equal(detectText(ofPython.repeat(3), { fileName: 'a.sql' })?.typeId, 'python');
    assert.equal(detectText('not json at all', { fileName: 'a.json' })?.typeId, 'txt');
    assert.equal(detectText('Dear Ann, this is a letter and no program.', { fileName: 'a.py' })?.typeId, 'txt');
  });
  test('outweighs a declared media type, which is used alone if the text allows it', () => {
    assert.equal(detectText('x', { declaredMediaType: 'text/css; charset=utf-8' })?.typeId, 'css');
    assert.equal(detectText('x', { declaredMediaType: 'text/plain' })?.typeId, 'txt');
    assert.equal(detectText('a: 1', { fileName: 'a.yml', declaredMediaType: 'text/css' })?.typeId, 'yaml');
    assert.equal(detectText('<p>Hello</p>', { declaredMediaType: 'text/html' })?.typeId, 'html');
  });
});

describe('detection', () => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '<',
    '</a>',
    '<a ',
    '"',
    "'",
    '```',
    '---\n',
    '\n',
    '\t',
    ' ',
    'def ',
    'a',
    ':',
    ',',
    ';',
    '=',
    '=>',
    '#',
    '@@ -1 +1 @@',
    '\\',
    '[',
    ']',
    '(',
    'SELECT ',
    'é',
    '\u202e',
    '\ud800',
    '\u0000',
    '<?php',
    '-----BEGIN ',
  );
  const anyContent = fc.oneof(
    anyText({ maxLength: 500 }),
    fc.array(pieces, { maxLength: 120 }).map((all) => all.join('')),
  );

  test('never throws, returns a valid answer, and a guess never has a confidence above 0.98', () => {
    fc.assert(
      fc.property(anyContent, fc.record({ fileName: fc.string(), declaredMediaType: fc.string() }, { requiredKeys: [] }), (text, hint) => {
        const found = detectText(text, hint);
        if (found === null) return assert.equal(text.replace('\ufeff', '').trim(), '');
        detection.parse(found);
        assert.ok(found.confidence > 0 && found.confidence <= 0.99);
      }),
      { numRuns: runs(3_000) },
    );
  });

  test('never throws on any bytes', async () => {
    const heads = fc.constantFrom(
      [],
      [0x50, 0x4b, 3, 4],
      [0xff, 0xfb],
      [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
      [0x1f, 0x8b, 8],
      [0x49, 0x49, 0x2a, 0],
      [0x89, 0x50, 0x4e, 0x47],
      [0x4f, 0x67, 0x67, 0x53],
    );
    await fc.assert(
      fc.asyncProperty(heads, fc.uint8Array({ maxLength: 300 }), async (head, tail) => {
        const found = await detect(Uint8Array.from([...head, ...tail]));
        if (found !== null) detection.parse(found);
      }),
      { numRuns: runs(1_000) },
    );
  });

  test('of a single endless line is detected in time', { timeout: 60_000 }, () => {
    for (const filler of [
      'x',
      ' ',
      '<',
      '<a ',
      '{',
      '[',
      '"',
      '{"a":',
      ',',
      'a,',
      '\t',
      '`',
      '#',
      '*',
      '**',
      '|',
      'a: ',
      '\\',
      '<!--',
      '](',
      'a.',
      '::',
      '-',
    ])
      detectText(filler.repeat(10_000_000 / filler.length));
  });
});
