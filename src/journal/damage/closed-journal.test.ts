/** A damaged journal that can be read, and not written to. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { type TestContext, test } from 'node:test';
import { damage, filledJournal, noise, schemaPages } from '../../../test/doubles/journals/filled-journal.ts';
import { whyClosed } from './closed-journal.ts';
import { openDamaged } from './file-header.ts';
import { lossEnding } from './loss-file.ts';
import { schemaEnding } from './schema/schema-copy.ts';

const denied = () => Object.assign(new Error('permission denied'), { code: 'EACCES' });

function readOnly(t: TestContext): void {
  const { access } = fsPromises;
  const { openSync } = fs;
  t.mock.method(fsPromises, 'access', async (...given: Parameters<typeof access>) => {
    if (given[1] === fs.constants.W_OK) throw denied();
    return access(...given);
  });
  t.mock.method(fs, 'openSync', (...given: Parameters<typeof openSync>) => {
    if (given[1] === 'r+') throw denied();
    return openSync(...given);
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
}

test('one that needs no mend is read without a right to write to it', async (t) => {
  const place = filledJournal(t);
  readOnly(t);
  assert.equal(await whyClosed(place), null);
  openDamaged(place.file).close();
});

test('one that needs a mend, and can not be written to, is told', async (t) => {
  const header = Buffer.alloc(50, 'no header ');
  for (const [page, by] of [[schemaPages(filledJournal(t))[3] ?? 0, noise()] as const, [1, header] as const]) {
    const place = filledJournal(t);
    damage(place, [[page, by]]);
    if (by === header) fs.rmSync(`${place.file}-schema`);
    assert.equal(await whyClosed(place), null, 'with the right');
    readOnly(t);
    assert.deepEqual(await whyClosed(place), { file: place.file, code: 'EACCES', isToBeWritten: true });
    assert.throws(() => openDamaged(place.file), /denied/);
    t.mock.restoreAll();
    syncBuiltinESMExports();
    openDamaged(place.file).close();
    readOnly(t);
    assert.equal(await whyClosed(place), null, 'once it was mended');
    t.mock.restoreAll();
    syncBuiltinESMExports();
  }
});

test('what is known to be lost with it, and the copy of its schema, belong to what has to be read', async (t) => {
  for (const ending of [lossEnding, schemaEnding]) {
    const place = filledJournal(t);
    const file = `${place.file}${ending}`;
    fs.writeFileSync(file, '');
    assert.equal(await whyClosed(place), null);
    const { access, open } = fsPromises;
    // By either, as the system is.
    t.mock.method(fsPromises, 'access', async (...given: Parameters<typeof access>) => {
      if (given[0] === file) throw denied();
      return access(...given);
    });
    t.mock.method(fsPromises, 'open', async (...given: Parameters<typeof open>) => {
      if (given[0] === file) throw denied();
      return open(...given);
    });
    syncBuiltinESMExports();
    const closed = await whyClosed(place);
    t.mock.restoreAll();
    syncBuiltinESMExports();
    assert.deepEqual(closed, { file, code: 'EACCES' });
  }
});
