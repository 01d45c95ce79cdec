/** A damaged header is written anew in the file that was put aside, whatever ended that before, and only where SQLite can't do without. */
import assert from 'node:assert/strict';
import fs, { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { type TestContext, test } from 'node:test';
import { copies, damage, filledJournal, started } from '../../../test/doubles/journals/filled-journal.ts';
import { journalPlace } from '../../../test/doubles/temporary-journal.ts';
import { someOf } from '../../../test/harness/effort.ts';
import { foundHeaderEnding, isToBeMended, openDamaged } from './file-header.ts';

const headerBytes = 100;
const noHeader = Buffer.alloc(headerBytes, 'no header ');

/** A start during which this call throws once it is to write a header. */
function startWithout(t: TestContext, call: 'writeFileSync' | 'writeSync', place: ReturnType<typeof filledJournal>) {
  const write = fs[call] as (...given: unknown[]) => unknown;
  t.mock.method(fs, call, (...given: unknown[]) => {
    const isHeader = given.some((one) => one instanceof Uint8Array && one.length === headerBytes);
    // Only what is written at a place of a file.
    if (isHeader && (call === 'writeFileSync' || given.at(4) === 0)) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    return write(...given);
  });
  syncBuiltinESMExports();
  try {
    return started(place, call);
  } finally {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  }
}

test('a header for which there was no room, or whose mend was ended anywhere, is written by the next start', (t) => {
  for (const call of ['writeFileSync', 'writeSync'] as const) {
    const place = filledJournal(t);
    damage(place, [[1, noHeader]]);
    const { carried, aside } = startWithout(t, call, place);
    assert.deepEqual([carried, existsSync(`${aside}${foundHeaderEnding}`)], [0, call === 'writeSync']);
    // What an earlier Hub left on a full disk.
    if (call === 'writeFileSync') writeFileSync(`${aside}${foundHeaderEnding}`, '');
    assert.equal(started(place, `after ${call}`).carried, copies);
    assert.ok(readFileSync(`${aside}${foundHeaderEnding}`).equals(noHeader), 'what was found stays');
  }
});

test('whichever byte of a header is damaged, all is read, and it is told before whether that takes writing', (t) => {
  const place = filledJournal(t);
  const sound = readFileSync(place.file);
  const changes = Array.from({ length: headerBytes }, (_, at) => at)
    // That of the pages is no damage to SQLite where it is too small.
    .filter((at) => at < 28 || at > 31)
    .flatMap((at) => [0, 0xff].map((by) => [at, by] as const));
  let mended = 0;
  for (const [at, by] of someOf(changes)) {
    const bytes = Buffer.from(sound);
    bytes.writeUInt8(by, at);
    writeFileSync(place.file, bytes);
    const isTold = isToBeMended(place.file);
    using database = openDamaged(place.file);
    const whole = database.prepare("SELECT count(*) AS n FROM representations WHERE sha256 GLOB '[0-9a-f]*'").get();
    const isWritten = !readFileSync(place.file).equals(bytes);
    assert.deepEqual([whole?.n, isTold], [copies, isWritten], `byte ${at}: ${by}`);
    if (isWritten) mended += 1;
  }
  assert.ok(mended > 0);
});

test('no header is written into a log that was put aside by itself', (t) => {
  const { file } = journalPlace(t);
  for (const magic of [0x377f0682, 0x377f0683]) {
    const bytes = Buffer.alloc(8_192);
    bytes.writeUInt32BE(magic);
    bytes[headerBytes] = 13;
    writeFileSync(file, bytes);
    assert.equal(isToBeMended(file), false);
    openDamaged(file).close();
    assert.ok(readFileSync(file).equals(bytes) && !existsSync(`${file}${foundHeaderEnding}`));
  }
});
