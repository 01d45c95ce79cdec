/** Damage of the few pages that have SQLite's schema: what they tell comes from the copy beside the journal. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { test } from 'node:test';
import {
  copies,
  type Damage,
  damage,
  filledJournal,
  noise,
  random,
  schemaPages,
  seed,
  started,
} from '../../../../test/doubles/journals/filled-journal.ts';
import { runs, someOf } from '../../../../test/harness/effort.ts';
import { nothingLost } from '../../../domain/retention/lost-copies.ts';
import { fileIdentity } from '../../journal-identity.ts';
import { damageMark } from '../damage.ts';
import { readLoss } from '../loss-file.ts';
import { foundPagesEnding } from './put-back-schema.ts';
import { schemaEnding } from './schema-copy.ts';
import { pageBytes } from './schema-pages.ts';

test('whichever page of the schema is damaged, each copy comes over as it was, and what was found is kept', (t) => {
  const pages = schemaPages(filledJournal(t));
  assert.ok(pages.length > 2);
  const damages = pages.flatMap((page) =>
    [Buffer.alloc(pageBytes), noise(), Buffer.alloc(pageBytes / 2, 0xff)].map((by): Damage => [page, by]),
  );
  for (const [page, by] of someOf(damages)) {
    const place = filledJournal(t);
    const bytes = damage(place, [[page, by]]);
    const label = `page ${page}, ${by.length} bytes of ${by[0]}, seed ${seed}`;
    const { gone, aside } = started(place, label);
    assert.deepEqual([gone, readLoss(aside)], [[], nothingLost], label);
    const found = Buffer.concat(pages.map((each) => bytes.subarray((each - 1) * pageBytes, each * pageBytes)));
    assert.ok(readFileSync(`${aside}${foundPagesEnding}`).equals(found), label);
    assert.equal(statSync(`${aside}${foundPagesEnding}`).mode & 0o077, process.platform === 'win32' ? statSync(aside).mode & 0o077 : 0);
    assert.ok(existsSync(`${aside}${schemaEnding}`) && existsSync(`${place.file}${schemaEnding}`), label);
  }
});

test('damage of a part of a page of the schema, which SQLite may read as something else, costs no copy either', (t) => {
  const sectorBytes = 512;
  const place = filledJournal(t);
  const sectors = schemaPages(place).flatMap((page) =>
    Array.from({ length: pageBytes / sectorBytes }, (_, at) => [page, at * sectorBytes] as const),
  );
  for (const [page, offset] of someOf(sectors)) {
    const place = filledJournal(t);
    const bytes = readFileSync(place.file);
    bytes.fill(offset % 1_024 === 0 ? 0 : 0xff, (page - 1) * pageBytes + offset, (page - 1) * pageBytes + offset + sectorBytes);
    writeFileSync(place.file, bytes);
    assert.deepEqual(started(place, `page ${page}, from ${offset}`).gone, [], `page ${page}, from ${offset}`);
  }
});

test('a few damaged bytes that SQLite, or Hub, reads as another statement, name or number cost no copy, and the copy of the schema stays', (t) => {
  const sound = filledJournal(t);
  const [bytes, leaves, copy] = [readFileSync(sound.file), schemaPages(sound).slice(1), readFileSync(`${sound.file}${schemaEnding}`)];
  const changes = Array.from({ length: 120 }, (_, run): readonly [number, Buffer] => {
    const from = ((leaves[run % leaves.length] ?? 1) - 1) * pageBytes;
    if (run % 3 === 0) return [from + 512 * Math.floor(random() * 8), Buffer.alloc(512, 'the quick brown fox; ')];
    const at = from + Math.floor(random() * pageBytes);
    return [at, Buffer.of((bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8)))];
  });
  let putBack = 0;
  for (const [at, by] of someOf(changes)) {
    const place = filledJournal(t);
    const damaged = Buffer.from(bytes);
    by.copy(damaged, at);
    writeFileSync(place.file, damaged);
    const label = `byte ${at}, ${by.length} from ${by[0]}, seed ${seed}`;
    const { gone, aside } = started(place, label);
    assert.deepEqual(gone, [], label);
    assert.ok(readFileSync(`${existsSync(aside) ? aside : place.file}${schemaEnding}`).equals(copy), label);
    if (existsSync(`${aside}${foundPagesEnding}`)) putBack += 1;
  }
  assert.ok(putBack > 0);
});

test('all pages of the schema but one may be damaged', (t) => {
  const [first = 1, ...leaves] = schemaPages(filledJournal(t));
  for (const kept of someOf(leaves)) {
    const place = filledJournal(t);
    damage(place, [[first, noise()], ...leaves.filter((page) => page !== kept).map((page): Damage => [page, Buffer.alloc(pageBytes)])]);
    assert.deepEqual(started(place, `all but ${kept}, seed ${seed}`).gone, []);
  }
});

const fs: typeof import('node:fs') = createRequire(import.meta.url)('node:fs');

test('wherever Hub is killed while it puts the schema back, the next start has each copy, and what was found', (t) => {
  const pages = schemaPages(filledJournal(t));
  for (let call = 1; call <= 3; call += 1) {
    const place = filledJournal(t);
    const bytes = damage(
      place,
      [1, pages[2] ?? 0, pages[5] ?? 0].map((page): Damage => [page, noise()]),
    );
    let calls = 0;
    const { writeSync } = fs;
    const mock = t.mock.method(fs, 'writeSync', (...given: Parameters<typeof writeSync>) => {
      // Only what is written in the middle of a file.
      if (typeof given.at(4) === 'number') calls += 1;
      if (calls >= call) throw new Error('killed');
      return writeSync(...given);
    });
    syncBuiltinESMExports();
    const { carried, aside } = started(place, `killed at ${call}, seed ${seed}`);
    mock.mock.restore();
    syncBuiltinESMExports();
    assert.equal(carried, 0);
    assert.deepEqual(started(place, `after ${call}, seed ${seed}`).gone, []);
    const found = pages.map((page) => bytes.subarray((page - 1) * pageBytes, page * pageBytes));
    assert.ok(readFileSync(`${aside}${foundPagesEnding}`).equals(Buffer.concat(found)));
  }
});

test('a page beside the schema that the disk does not give does not keep the schema from being put back', (t) => {
  const place = filledJournal(t);
  damage(place, [[schemaPages(place)[3] ?? 0, noise()]]);
  const { readSync } = fs;
  const mock = t.mock.method(fs, 'readSync', (...given: Parameters<typeof readSync>) => {
    if (given.at(4) === pageBytes) throw Object.assign(new Error('a sector of the disk'), { code: 'EIO' }); // the second page
    return readSync(...given);
  });
  syncBuiltinESMExports();
  assert.deepEqual(started(place, 'a sector').gone, []);
  assert.ok(mock.mock.callCount() > 0);
  mock.mock.restore();
  syncBuiltinESMExports();
});

test('of a journal with any damaged pages, what comes over is as it was copied, and each copy that does not is told', (t) => {
  t.diagnostic(`seed ${seed}`);
  const count = Math.floor(readFileSync(filledJournal(t).file).length / pageBytes);
  const carried: number[] = [];
  for (let run = 0; run < runs(60); run += 1) {
    const place = filledJournal(t);
    const damages = Array.from(
      { length: 1 + (run % 12) },
      (): Damage => [1 + Math.floor(random() * count), run % 2 === 0 ? noise() : Buffer.alloc(pageBytes)],
    );
    damage(place, damages);
    writeFileSync(damageMark(place.file), fileIdentity(place.file) ?? '');
    carried.push(started(place, `pages ${damages.map(([page]) => page)} of ${count}, seed ${seed}`).carried);
  }
  t.diagnostic(`came over of ${copies}: ${carried.join(' ')}`);
});
