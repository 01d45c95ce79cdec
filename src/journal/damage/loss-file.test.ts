import assert from 'node:assert/strict';
import fs, { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { journalPlace } from '../../../test/doubles/temporary-journal.ts';
import { allWaiting, type Loss, mostLost, nothingLost, type Span } from '../../domain/retention/lost-copies.ts';
import { readLoss, writeLoss } from './loss-file.ts';

test('a file with anything else in it tells nothing', (t) => {
  const { file } = journalPlace(t);
  assert.equal(readLoss(file), null);
  const loss: Loss = {
    lost: [
      [5, 7],
      [2, 2],
    ],
    unsure: [[9, 12]],
    pinned: 1,
  };
  writeLoss(file, loss);
  assert.deepEqual(readLoss(file), loss);
  for (const text of [
    '',
    'null',
    '{}',
    '{"lost":[[1,2]],"unsure":[[2]]}',
    '{"lost":[[1,2],[5,6]],"unsure":[]}',
    '{"lost":[["1",2]],"unsure":[]}',
    '{"lost":[[3,2]],"unsure":[]}',
  ]) {
    writeFileSync(`${file}-loss`, text);
    assert.equal(readLoss(file), null, text);
  }
});

test('a loss of any number of spans is read again, and once as long as the file is the same', (t) => {
  const { file } = journalPlace(t);
  const lost = Array.from({ length: 450_000 }, (_, at): Span => [40_000_000 - 3 * at, 40_000_000 - 3 * at]);
  writeLoss(file, { lost, unsure: [], pinned: 7 });
  const loss = readLoss(file);
  assert.ok(loss !== null && (mostLost(loss) ?? 0) >= lost.length);
  assert.deepEqual([loss.lost[0], loss.unsure.at(-1)?.[0], loss.pinned], [lost[0], lost.at(-1)?.[0], 7]);
  assert.equal(readLoss(file), loss);
  writeLoss(file, nothingLost);
  assert.deepEqual(readLoss(file), nothingLost);
});

test('while a loss is written anew, whoever reads it finds the one before it or the new one, whole', (t) => {
  const { file } = journalPlace(t);
  const [before, after]: readonly Loss[] = [allWaiting, { ...nothingLost, lost: [[3, 9]] }];
  writeLoss(file, allWaiting);
  const found: unknown[] = [];
  const { writeFileSync: write, renameSync: rename } = fs;
  t.mock.method(fs, 'writeFileSync', (...given: Parameters<typeof write>) => {
    found.push(readLoss(file));
    write(...given);
    found.push(readLoss(file));
  });
  t.mock.method(fs, 'renameSync', (...given: Parameters<typeof rename>) => {
    found.push(readLoss(file));
    rename(...given);
    found.push(readLoss(file));
  });
  syncBuiltinESMExports();
  writeLoss(file, { ...nothingLost, lost: [[3, 9]] });
  t.mock.restoreAll();
  syncBuiltinESMExports();
  assert.deepEqual(found, [before, before, before, after]);
});

test('a loss that can not be written leaves nothing behind', (t) => {
  const { file } = journalPlace(t);
  mkdirSync(`${file}-loss`);
  const before = readdirSync(path.dirname(file));
  assert.throws(() => writeLoss(file, nothingLost));
  assert.deepEqual(readdirSync(path.dirname(file)), before);
  assert.equal(readLoss(file), null);
  rmSync(`${file}-loss`, { recursive: true });
});
