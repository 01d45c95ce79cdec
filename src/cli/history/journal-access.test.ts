import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { startPeers, statusWithBridge } from '../../../test/doubles/bridge-peers.ts';
import { rememberingSurface } from '../../../test/doubles/recorded-surface.ts';
import { openJournal } from '../../journal/journal.ts';
import { runCommand } from '../program.ts';
import { status } from '../running/status.ts';
import { history } from './history.ts';
import { withJournal, withJournalAsync } from './journal-access.ts';

/** What a command prints for a journal created by `make`. */
function rig(t: TestContext, make: (file: string) => void) {
  const hub = startPeers(t);
  const { places } = hub;
  mkdirSync(path.dirname(places.journal), { recursive: true });
  make(places.journal);
  return { hub, ...rememberingSurface(places) };
}

const damaged = (file: string): void => writeFileSync(file, 'no database at all, and longer than its head '.repeat(50));

test('a damaged journal is reported in a sentence', (t) => {
  const { surface, complained } = rig(t, damaged);
  assert.equal(history(surface, { limit: 1 }), 1);
  assert.match(complained.join('\n'), /^hub: the journal is damaged; [^\n]+$/);
});

test('so is one of a newer Hub', (t) => {
  const { surface, complained } = rig(t, (file) => {
    using newer = new DatabaseSync(file);
    newer.exec('PRAGMA user_version = 99; CREATE TABLE other (x)');
  });
  assert.equal(history(surface, { limit: 1 }), 1);
  assert.match(complained.join('\n'), /^hub: the journal was written by a newer Hub [^\n]+$/);
});

test('a Hub whose journal can not be read has a status, without counts of copies', async (t) => {
  const { hub, surface, printed } = rig(t, damaged);
  await hub.pipe('supervisor', statusWithBridge(null));
  assert.equal(await status(surface, {}), 0);
  assert.ok(printed.includes('Copies     unknown, the journal is damaged; Hub puts it aside and starts a new one'), printed.join('\n'));
  assert.equal(await status(surface, { json: true }), 0);
  assert.equal(JSON.parse(printed.at(-1) ?? '').copies, null);
});

test('each command reports a journal that fails at any statement in a sentence, and as one JSON value', async (t) => {
  const { surface, printed, complained } = rig(t, (file) => {
    openJournal({ file, blobs: path.dirname(file) })[Symbol.dispose]();
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xff, 8_192));
  });
  for (const words of [['history'], ['search', 'a'], ['show', '1'], ['delete', '1']]) {
    assert.equal(await runCommand([...words, '--json'], surface, 'hub'), 1, words.join(' '));
    assert.match(complained.splice(0).join('\n'), /^hub: the journal is damaged; [^\n]+$/);
    assert.equal(JSON.parse(printed.splice(0).join('\n')).error, 'unavailable');
  }
});

test('a header that SQLite does not know is reported in a sentence too', (t) => {
  const { surface, complained } = rig(t, (file) => {
    openJournal({ file, blobs: path.dirname(file) })[Symbol.dispose]();
    writeFileSync(file, readFileSync(file).fill(0x77, 24, 90));
  });
  assert.equal(history(surface, { limit: 1 }), 1);
  assert.match(complained.join('\n'), /^hub: the journal is damaged; [^\n]+$/);
});

/** SQLite's errors, by https://sqlite.org/rescode.html. */
const saidOf: readonly (readonly [errcode: number, said: RegExp])[] = [
  [13, /^hub: Hub cannot write to its journal: the disk is full; free some space on it$/],
  [4874, /: the disk is full; free some space on it$/],
  [8, /: you may not write there, or the disk is read-only; make the folder and its disk writable$/],
  [776, /: you may not write there, or the disk is read-only; make/],
  [5, /: another program is using it; try again$/],
  [778, /: the disk reported an error; check the disk$/],
];

test('a journal that takes nothing now is reported with what is true of it, and what to do', async (t) => {
  const { surface, complained } = rig(t, (file) => openJournal({ file, blobs: path.dirname(file) })[Symbol.dispose]());
  for (const [errcode, said] of saidOf) {
    const fails = (): never => {
      throw Object.assign(new Error('SQLite'), { code: 'ERR_SQLITE_ERROR', errcode });
    };
    assert.equal(withJournal(surface, fails), 1);
    assert.match(complained.at(-1) ?? '', said);
    assert.equal(await withJournalAsync(surface, async () => fails()), 1);
    assert.match(complained.at(-1) ?? '', said);
  }
});
