import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { type DocumentFault, type ParseDocument, readDocument } from './json-document.ts';

interface Example {
  readonly size: number;
}

const parse: ParseDocument<Example> = (value) => {
  const { size = 3 } = value as { size?: unknown };
  return typeof size === 'number'
    ? { ok: true, value: { ...(value as object), size } }
    : { ok: false, field: 'size', expected: 'a number' };
};

function place(t: TestContext): string {
  const folder = temporaryHome(t);
  return path.join(folder, 'a.json');
}

/** As an editor does it: writes the new version beside the old one, then renames it. */
function replace(file: string, text: string | Buffer): void {
  fs.writeFileSync(`${file}.new`, text);
  fs.renameSync(`${file}.new`, file);
}

describe('a document', () => {
  test('that a power cut filled with NULs, or that is UTF-16, is reported and not used', (t) => {
    const file = place(t);
    const reasons = [Buffer.alloc(100), Buffer.from('\ufeff{"size":1}', 'utf16le')].map((bytes) => {
      replace(file, bytes);
      const loaded = readDocument(file, parse);
      return loaded.ok ? null : loaded.fault.reason;
    });
    assert.deepEqual(reasons, ['not-json', 'not-utf-8']);
  });

  test('over 4 MiB is refused unread', (t) => {
    const file = place(t);
    replace(file, `{"name": "${'x'.repeat(5_000_000)}"}`);
    assert.deepEqual(readDocument(file, parse), { ok: false, fault: { reason: 'too-large' } });
  });

  test('that may not be read is reported, whatever the reason', (t) => {
    const file = place(t);
    replace(file, '{}');
    assert.deepEqual(readDocument(path.join(file, 'below-a-file.json'), parse), { ok: false, fault: { reason: 'unreadable' } });
  });

  test('can not reach the prototype of anything', (t) => {
    const file = place(t);
    replace(file, '{"__proto__": {"size": "polluted"}, "size": 4}');
    const loaded = readDocument(file, parse);
    assert.ok(loaded.ok);
    assert.equal(loaded.value.size, 4);
    assert.equal(({} as Partial<Example>).size, undefined);
  });

  test('that is not valid is reported by field, one that is not JSON by line, and neither is quoted', (t) => {
    const file = place(t);
    const faultOf = (text: string): DocumentFault | null => {
      replace(file, text);
      const loaded = readDocument(file, parse);
      return loaded.ok ? null : loaded.fault;
    };
    assert.deepEqual(faultOf('{"size": "CANARY"}'), { reason: 'not-valid', field: 'size', expected: 'a number' });
    const lines: readonly [string, number][] = [
      ['', 1],
      ['{\n"size": CANARY\n}\n', 2],
      ['{\n"size": 1,\n}\n', 3],
      ['{\n"size": 1\n"name": 2\n}', 3],
      ['{}\n\n// CANARY\n', 3],
      ["{\n'size': 1\n}", 2],
      ['{\n"name": "in JSON at position 0",\n"size": position 0\n}\n', 3],
      ['{\n"list": [1,\n2,\n]\n}', 4],
      ['{\n"size": 1\n', 3],
    ];
    for (const [text, line] of lines) assert.deepEqual(faultOf(text), { reason: 'not-json', line }, text);
  });

  test('that is a link counts as its target, if that is a file of this user or of root', (t) => {
    const file = place(t);
    const target = `${file}.target`;
    fs.symlinkSync(target, file);
    assert.deepEqual(readDocument(file, parse), { ok: false, fault: { reason: 'not-a-file' } }, 'a link to nothing is no missing document');
    fs.writeFileSync(target, '{"size": 7}');
    assert.deepEqual(readDocument(file, parse), { ok: true, value: { size: 7 }, text: '{"size": 7}' });
    fs.symlinkSync(path.basename(file), `${file}.second`);
    assert.ok(readDocument(`${file}.second`, parse).ok, 'over another link');
    if (process.getuid?.() !== 0) return t.diagnostic('not tried with the file of somebody else, which only root can make');
    fs.chownSync(target, 65_534, 65_534);
    assert.deepEqual(readDocument(file, parse), { ok: false, fault: { reason: 'foreign' } });
  });
});
