import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { deferred } from './deadline.ts';
import { type DocumentFault, type LiveDocument, openDocument, type ParseDocument, readDocument } from './json-document.ts';

interface Example {
  readonly size: number;
}

const parse: ParseDocument<Example> = (value) => {
  const { size = 3 } = value as { size?: unknown };
  return typeof size === 'number'
    ? { ok: true, value: { ...(value as object), size } }
    : { ok: false, field: 'size', expected: 'a number' };
};

interface Rig {
  readonly file: string;
  readonly faults: DocumentFault[];
  readonly open: () => LiveDocument<Example>;
  /** Resolves with the next value that is told of, or the next fault. */
  readonly next: () => Promise<Example | DocumentFault>;
}

function rig(t: TestContext): Rig {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hub-document-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'config', 'a.json');
  fs.mkdirSync(path.dirname(file));
  const faults: DocumentFault[] = [];
  let told = deferred<Example | DocumentFault>();
  const open = (): LiveDocument<Example> => {
    const onFault = (fault: DocumentFault): void => {
      faults.push(fault);
      told.resolve(fault);
    };
    const document = openDocument({
      file,
      lastGood: path.join(folder, 'last-good', 'a.json'),
      parse,
      onFault,
      onChange: (value) => told.resolve(value),
    });
    t.after(() => document[Symbol.dispose]());
    return document;
  };
  const next = (): Promise<Example | DocumentFault> => {
    told = deferred();
    return told.promise;
  };
  return { file, faults, open, next };
}

/** As an editor does it: the new form beside the old one, then in its place. */
function replace(file: string, text: string | Buffer): void {
  fs.writeFileSync(`${file}.new`, text);
  fs.renameSync(`${file}.new`, file);
}

describe('a document', () => {
  test('has its defaults when it is missing, even where its folder is', (t) => {
    const { file, faults, open } = rig(t);
    fs.rmdirSync(path.dirname(file));
    assert.deepEqual(open().value, { size: 3 });
    assert.deepEqual(faults, []);
  });

  test('is read with a byte order mark and with CRLF, and keeps keys that nobody knows', (t) => {
    const { file, open } = rig(t);
    replace(file, '\ufeff{\r\n"size": 5,\r\n"unknown": [1]\r\n}\r\n');
    assert.deepEqual(open().value, { size: 5, unknown: [1] });
  });

  test('that is cut anywhere leaves the last good one in force, and is told', (t) => {
    const { file, open, faults } = rig(t);
    const good = '{"size": 7, "name": "é"}';
    replace(file, good);
    open()[Symbol.dispose]();
    const bytes = Buffer.from(good);
    for (let length = 0; length < bytes.length; length++) {
      replace(file, bytes.subarray(0, length));
      const document = open();
      assert.equal(document.value.size, 7);
      document[Symbol.dispose]();
      assert.equal(faults.length, length + 1);
    }
  });

  test('that a power cut filled with NULs, or that is UTF-16, is told and not used', (t) => {
    const { file } = rig(t);
    const reasons = [Buffer.alloc(100), Buffer.from('\ufeff{"size":1}', 'utf16le')].map((bytes) => {
      replace(file, bytes);
      const loaded = readDocument(file, parse);
      return loaded.ok ? null : loaded.fault.reason;
    });
    assert.deepEqual(reasons, ['not-json', 'not-utf-8']);
  });

  test('that is a fifo, a folder, a link or a socket is told at once, and not followed', (t) => {
    const { file, open } = rig(t);
    replace(file, '{"size": 7}');
    open()[Symbol.dispose]();
    const target = `${file}.target`;
    fs.writeFileSync(target, '{"size": 666}');
    const make: readonly (() => void)[] = [() => spawnSync('mkfifo', [file]), () => fs.mkdirSync(file), () => fs.symlinkSync(target, file)];
    for (const makeIt of make) {
      fs.rmSync(file, { recursive: true });
      makeIt();
      const document = open();
      assert.equal(document.value.size, 7);
      document[Symbol.dispose]();
      assert.deepEqual(readDocument(file, parse), { ok: false, fault: { reason: 'not-a-file' } });
    }
  });

  test('over 4 MiB is refused unread', (t) => {
    const { file } = rig(t);
    replace(file, `{"name": "${'x'.repeat(5_000_000)}"}`);
    assert.deepEqual(readDocument(file, parse), { ok: false, fault: { reason: 'too-large' } });
  });

  test('that may not be read is told, whatever stands in the way', (t) => {
    const { file } = rig(t);
    replace(file, '{}');
    assert.deepEqual(readDocument(path.join(file, 'below-a-file.json'), parse), { ok: false, fault: { reason: 'unreadable' } });
  });

  test('can not reach the prototype of anything', (t) => {
    const { file } = rig(t);
    replace(file, '{"__proto__": {"size": "polluted"}, "size": 4}');
    const loaded = readDocument(file, parse);
    assert.ok(loaded.ok);
    assert.equal(loaded.value.size, 4);
    assert.equal(({} as Partial<Example>).size, undefined);
  });

  test('that is not valid is told by field, that is not JSON by line, and never quoted', (t) => {
    const { file } = rig(t);
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
});

describe('a document that is open', () => {
  test('is read again when it changes, goes, and comes back', async (t) => {
    const { file, open, next } = rig(t);
    const document = open();
    const steps: readonly [() => void, number][] = [
      [() => replace(file, '{"size": 8}'), 8],
      [() => fs.writeFileSync(file, '{"size": 9}'), 9],
      [() => fs.rmSync(file), 3],
      [() => replace(file, '{"size": 10}'), 10],
    ];
    for (const [change, size] of steps) {
      const changed = next();
      change();
      await changed;
      assert.equal(document.value.size, size);
    }
  });

  test('stays as it was while the file makes no sense, and tells when it does again', async (t) => {
    const { file, open, next } = rig(t);
    replace(file, '{"size": "wrong"}');
    const document = open();
    assert.equal(document.value.size, 3);
    let told = next();
    replace(file, '{"size": 11}');
    assert.deepEqual(await told, { size: 11 }, 'one that was wrong at the start and is mended is told of');
    told = next();
    replace(file, '{"size": ');
    assert.deepEqual(await told, { reason: 'not-json', line: 1 });
    assert.equal(document.value.size, 11);
  });

  test('tells nothing any more once it is closed', async (t) => {
    const { file, open, faults } = rig(t);
    const [first, second] = [open(), open()];
    const heard = new Promise<void>((resolve) => {
      const watcher = fs.watch(path.dirname(file), () => resolve());
      t.after(() => watcher.close());
    });
    replace(file, 'broken');
    await heard;
    first[Symbol.dispose]();
    second[Symbol.dispose]();
    await new Promise((resolve) => setTimeout(resolve, 120));
    assert.deepEqual(faults, []);
  });
});

test('a document that is not valid when empty is a bug', (t) => {
  const { file } = rig(t);
  const never: ParseDocument<Example> = () => ({ ok: false, field: 'size', expected: 'a number' });
  assert.throws(() => openDocument({ file, lastGood: `${file}.last`, parse: never, onFault: () => {} }), /must be valid when empty/);
});
