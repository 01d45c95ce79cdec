import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { makeFifo, withoutFifo } from '../../../test/harness/strange-files.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { type DocumentFault, type ParseDocument, readDocument } from './json-document.ts';
import { type LiveDocument, openDocument } from './live-document.ts';

interface Example {
  readonly size: number;
}

const parse: ParseDocument<Example> = (value) => {
  const { size = 3 } = value as { size?: unknown };
  return typeof size === 'number'
    ? { ok: true, value: { ...(value as object), size } }
    : { ok: false, field: 'size', expected: 'a number' };
};

const goneAfterMs = 300;

interface Rig {
  readonly file: string;
  readonly faults: DocumentFault[];
  readonly open: () => LiveDocument<Example>;
  /** Resolves with the next reported value, or the next fault. */
  readonly next: () => Promise<Example | DocumentFault>;
}

function rig(t: TestContext): Rig {
  const folder = temporaryHome(t);
  const file = path.join(folder, 'config', 'a.json');
  fs.mkdirSync(path.dirname(file));
  const faults: DocumentFault[] = [];
  let told = Promise.withResolvers<Example | DocumentFault>();
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
      goneAfterMs,
    });
    t.after(() => document[Symbol.dispose]());
    return document;
  };
  const next = (): Promise<Example | DocumentFault> => {
    told = Promise.withResolvers();
    return told.promise;
  };
  return { file, faults, open, next };
}

/** As an editor does it: writes the new version beside the old one, then renames it. */
function replace(file: string, text: string | Buffer): void {
  fs.writeFileSync(`${file}.new`, text);
  fs.renameSync(`${file}.new`, file);
}

describe('a document', () => {
  test('has its defaults if it is missing, even if its folder is missing', (t) => {
    const { file, faults, open } = rig(t);
    fs.rmdirSync(path.dirname(file));
    assert.deepEqual(open().value, { size: 3 });
    assert.deepEqual(faults, []);
  });

  test('is read with a byte order mark and with CRLF, and keeps unknown keys', (t) => {
    const { file, open } = rig(t);
    replace(file, '\ufeff{\r\n"size": 5,\r\n"unknown": [1]\r\n}\r\n');
    assert.deepEqual(open().value, { size: 5, unknown: [1] });
  });

  test('that is cut off anywhere leaves the last good one in force, and is reported', (t) => {
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

  test('that is a fifo or a folder, or a link to one or in a circle, is reported at once', { skip: withoutFifo }, (t) => {
    const { file, open } = rig(t);
    replace(file, '{"size": 7}');
    open()[Symbol.dispose]();
    const fifo = `${file}.fifo`;
    makeFifo(fifo);
    const make: readonly (() => void)[] = [
      () => makeFifo(file),
      () => fs.mkdirSync(file),
      ...[fifo, '/dev/zero', path.dirname(file), file].map((target) => () => fs.symlinkSync(target, file)),
    ];
    for (const makeIt of make) {
      fs.rmSync(file, { recursive: true });
      makeIt();
      const document = open();
      assert.equal(document.value.size, 7);
      document[Symbol.dispose]();
      assert.deepEqual(readDocument(file, parse), { ok: false, fault: { reason: 'not-a-file' } });
    }
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

  test('stays as it was while the file is not valid, and reports when it is valid again', async (t) => {
    const { file, open, next } = rig(t);
    replace(file, '{"size": "wrong"}');
    const document = open();
    assert.equal(document.value.size, 3);
    let told = next();
    replace(file, '{"size": 11}');
    assert.deepEqual(await told, { size: 11 }, 'a document that was not valid at the start is reported once it is valid');
    told = next();
    replace(file, '{"size": ');
    assert.deepEqual(await told, { reason: 'not-json', line: 1 });
    assert.equal(document.value.size, 11);
  });

  test('that is missing for a moment stays in force, and so does the copy of its last good version', async (t) => {
    const { file, open, next } = rig(t);
    replace(file, '{"size": 8}');
    const document = open();
    fs.rmSync(file);
    document.look();
    assert.deepEqual([document.value.size, document.standing], [8, 'last-good']);
    assert.equal(open().value.size, 8, 'for one that is opened at this moment too');
    const told = next();
    fs.writeFileSync(file, '{"size": ');
    assert.deepEqual(await told, { reason: 'not-json', line: 1 });
    assert.deepEqual([document.value.size, document.standing], [8, 'last-good']);
    fs.writeFileSync(file, '{"size": 9}');
    document.look();
    assert.deepEqual([document.value.size, document.standing], [9, 'as-written']);
  });

  test('that was deleted has its defaults, and nothing brings its last version back', async (t) => {
    const { file, open, next } = rig(t);
    replace(file, '{"size": 8}');
    const document = open();
    const told = next();
    fs.rmSync(file);
    assert.deepEqual(await told, { size: 3 });
    assert.equal(document.standing, 'as-written');
    replace(file, 'broken');
    document.look();
    assert.deepEqual([document.value.size, document.standing], [3, 'unknown']);
    assert.deepEqual([open().value.size, open().standing], [3, 'unknown']);
  });

  test('that was never valid is unknown until it is, or is gone', async (t) => {
    const { file, open, next } = rig(t);
    replace(file, '{"size": "wrong"}');
    const document = open();
    assert.deepEqual([document.value.size, document.standing], [3, 'unknown']);
    replace(file, '{}');
    document.look();
    assert.equal(document.standing, 'as-written');
    replace(file, '{"size": ');
    document.look();
    assert.deepEqual([document.value.size, document.standing], [3, 'last-good']);
    fs.rmSync(file);
    await next();
    assert.equal(document.standing, 'as-written');
  });

  test('is read at the moment of a check, however often it changes', (t) => {
    const { file, open } = rig(t);
    const document = open();
    for (let size = 100; size < 400; size++) {
      fs.writeFileSync(file, `{"size": ${size}}`); // of the same length, and within the same tick of the clock
      document.look();
      assert.equal(document.value.size, size);
    }
  });

  test('is read again when the target of a link changes, in a folder that is not watched', async (t) => {
    const { file, open, next } = rig(t);
    const folder = temporaryHome(t);
    const target = path.join(folder, 'a.json');
    replace(target, '{"size": 5}');
    fs.symlinkSync(target, file);
    const document = open();
    assert.equal(document.value.size, 5);
    const told = next();
    replace(target, '{"size": 6}');
    assert.deepEqual(await told, { size: 6 });
  });

  test('is read again in a folder that was removed and created again', async (t) => {
    const { file, open, next } = rig(t);
    replace(file, '{"size": 5}');
    open();
    let told = next();
    fs.rmSync(path.dirname(file), { recursive: true });
    assert.deepEqual(await told, { size: 3 });
    told = next();
    fs.mkdirSync(path.dirname(file));
    replace(file, '{"size": 6}');
    assert.deepEqual(await told, { size: 6 });
    told = next();
    replace(file, '{"size": 7}');
    assert.deepEqual(await told, { size: 7 });
  });

  test('reports nothing after it is closed', async (t) => {
    const { file, open, faults, next } = rig(t);
    const [first, second] = [open(), open()];
    const heard = new Promise<void>((resolve) => {
      const watcher = fs.watch(path.dirname(file), () => resolve());
      t.after(() => watcher.close());
    });
    replace(file, 'broken');
    await heard;
    first[Symbol.dispose]();
    second[Symbol.dispose]();
    assert.deepEqual(faults, []);
    // Anything that the third one receives, the others would have received before.
    open();
    const told = next();
    replace(file, 'broken again');
    await told;
    await new Promise(setImmediate);
    assert.equal(faults.length, 2, 'both of the third');
  });
});

test('a document that is not valid when empty is a bug', (t) => {
  const { file } = rig(t);
  const never: ParseDocument<Example> = () => ({ ok: false, field: 'size', expected: 'a number' });
  assert.throws(() => openDocument({ file, lastGood: `${file}.last`, parse: never, onFault: () => {} }), /must be valid when empty/);
});
