import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { runs } from '../../../test/harness/effort.ts';
import { seeded } from '../../../test/harness/secret-examples.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import {
  anchorAfter,
  anchorAfterAll,
  BrokenChain,
  type ChainAnchor,
  emptyChain,
  nextRecord,
  segmentName,
  writeRecords,
} from './record-chain.ts';
import { type ChainRecord, verifyChain } from './verify-chain.ts';

function written(t: TestContext, bodies: readonly Record<string, unknown>[]): { readonly folder: string; readonly anchor: ChainAnchor } {
  const folder = path.join(temporaryHome(t), 'records');
  mkdirSync(folder);
  let anchor = emptyChain;
  for (const body of bodies) anchor = writeRecords(folder, anchor, [nextRecord(anchor, body)]);
  return { folder, anchor };
}

const large = (at: number): Record<string, unknown> => ({ at, text: String(at % 10).repeat(900_000) });

test('records are proven in order, over several files, with what they say', (t) => {
  const { folder, anchor } = written(
    t,
    Array.from({ length: 10 }, (_, at) => large(at)),
  );
  assert.ok(readdirSync(folder).length >= 2);
  const found: ChainRecord[] = [];
  const proof = verifyChain(folder, [], (record) => found.push(record));
  assert.deepEqual(proof, { length: 10, head: anchor.head, fault: null });
  assert.deepEqual(
    found.map(({ n, body }) => [n, body.at]),
    Array.from({ length: 10 }, (_, at) => [at + 1, at]),
  );
  assert.equal(found.at(-1)?.hash, anchor.head);
  assert.equal(path.join(folder, found.at(-1)?.file ?? ''), path.join(folder, segmentName(anchor.segment)));
});

test('a folder that is missing has no records', (t) => {
  assert.deepEqual(
    verifyChain(path.join(temporaryHome(t), 'none'), [], () => {}),
    { length: 0, head: emptyChain.head, fault: null },
  );
});

test('a folder that is none is named', (t) => {
  const file = path.join(temporaryHome(t), 'a file');
  writeFileSync(file, '');
  assert.deepEqual(verifyChain(file, [], () => {}).fault, { problem: 'unreadable', file: 'a file', line: null });
});

test('a record that was written before, wholly or in part, is written once', (t) => {
  const { folder, anchor } = written(t, [{ a: 1 }, { a: 2 }]);
  const line = nextRecord(anchor, { a: 3 });
  for (let part = 0; part <= line.length + 1; part++) {
    truncateSync(path.join(folder, segmentName(1)), anchor.bytes);
    appendFileSync(path.join(folder, segmentName(1)), `${line}\n`.slice(0, part));
    const after = writeRecords(folder, anchor, [line]);
    assert.deepEqual(after, anchorAfter(anchor, line));
    assert.deepEqual(
      verifyChain(folder, [], () => {}),
      { length: 3, head: after.head, fault: null },
      `${part} bytes`,
    );
  }
});

test('several records that were written before, any part of them, are written once, also where a new file begins', (t) => {
  const { folder, anchor } = written(
    t,
    Array.from({ length: 4 }, (_, at) => large(at)),
  );
  const lines: string[] = [];
  for (const body of [large(4), { a: 5 }, { a: 6 }]) lines.push(nextRecord(anchorAfterAll(anchor, lines), body));
  const [first, last] = [segmentName(anchor.segment), segmentName(5)];
  const whole = `${lines.join('\n')}\n`;
  const after = anchorAfterAll(anchor, lines);
  assert.equal(segmentName(after.segment), last);
  const small = whole.length - 300;
  for (const part of [null, 0, 1, small, ...Array.from({ length: 300 / 12 }, (_, at) => small + 12 * (at + 1))]) {
    rmSync(path.join(folder, last), { force: true });
    if (part !== null) writeFileSync(path.join(folder, last), whole.slice(0, part));
    assert.deepEqual(writeRecords(folder, anchor, lines), after);
    assert.equal(readFileSync(path.join(folder, last), 'latin1'), whole, `${part} bytes`);
  }
  // What still fits into the first file is written there.
  rmSync(path.join(folder, last));
  const early = nextRecord(anchor, { b: 1 });
  const late = nextRecord(anchorAfter(anchor, early), large(2));
  const both = anchorAfterAll(anchor, [early, late]);
  assert.deepEqual(writeRecords(folder, anchor, [early, late]), both);
  assert.deepEqual(readdirSync(folder).sort(), [first, segmentName(6)]);
  assert.equal(verifyChain(folder, [], () => {}).head, both.head);
});

test('what ends otherwise than the anchor says is left as it is', (t) => {
  const { folder, anchor } = written(t, [{ a: 1 }, { a: 2 }]);
  const file = path.join(folder, segmentName(1));
  const whole = readFileSync(file);
  const line = nextRecord(anchor, { a: 3 });
  for (const bytes of [
    whole.subarray(1),
    Buffer.concat([whole, Buffer.from('x')]),
    Buffer.concat([whole, Buffer.from(`${line}\n${line}\n`)]),
  ]) {
    writeFileSync(file, bytes);
    assert.throws(() => writeRecords(folder, anchor, [line]), BrokenChain);
    assert.deepEqual(readFileSync(file), bytes);
  }
});

test('every bit of every record counts', (t) => {
  const { folder } = written(t, [{ kind: 'a' }, { kind: 'ü' }, { kind: 'c' }]);
  const file = path.join(folder, segmentName(1));
  const whole = readFileSync(file);
  const random = seeded(7);
  for (let run = 0; run < runs(3_000); run++) {
    const at = Math.floor(random() * whole.length);
    writeFileSync(file, whole.with(at, (whole[at] ?? 0) ^ (1 << Math.floor(random() * 8))));
    assert.notEqual(verifyChain(folder, [], () => {}).fault, null, `byte ${at}`);
  }
});

test('what is wrong is named with its file and its line', (t) => {
  const { folder } = written(t, [{ a: 1 }, { a: 2 }, { a: 3 }]);
  const file = path.join(folder, segmentName(1));
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  const faultOf = (changed: readonly string[], end = '\n') => {
    writeFileSync(file, changed.join('\n') + end);
    const { fault, length } = verifyChain(folder, [], () => {});
    return [fault?.problem, fault?.line, length];
  };
  const [one = '', two = '', three = ''] = lines;
  assert.deepEqual(faultOf([one, two.replace('"a":2', '"a":9'), three]), ['changed', 2, 1]);
  assert.deepEqual(faultOf([one, three]), ['wrong-number', 2, 1]);
  assert.deepEqual(faultOf([one, nextRecord({ ...emptyChain, length: 1 }, { a: 2 }), three]), ['not-linked', 2, 1]);
  assert.deepEqual(faultOf([one, '', two]), ['not-a-record', 2, 1]);
  assert.deepEqual(faultOf([one, two], ''), ['cut', 2, 1]);
  writeFileSync(file, `${lines.join('\n')}\n`);
  writeFileSync(path.join(folder, 'notes.txt'), '');
  assert.deepEqual(verifyChain(folder, [], () => {}).fault, { problem: 'unexpected-file', file: 'notes.txt', line: null });
  assert.equal(verifyChain(folder, ['notes.txt'], () => {}).fault, null);
});
