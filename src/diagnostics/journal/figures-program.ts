/** Prints figures of the journal that is its argument, as JSON, and changes nothing in it. Its exit status says whether it is damaged. */
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fragmentKinds, fragmentStates } from '../../contract/fragment-words.ts';
import { counterNames, fragmentReasons, goneReasons, missedReasons } from '../../contract/journal.ts';
import { blobPath } from '../../journal/blobs.ts';
import { isDamage } from '../../journal/damage/damage.ts';
import { damagedStatus } from '../../journal/damage/find-damage.ts';
import type { BlobFigures, JournalFigures } from './figures.ts';

/** Counting each row of a longer history takes too long for a question in between. */
const mostCounted = 2_000_000;
const mostBlobs = 20_000;
const lockTimeoutMs = 500;

const [, , what = '', file = '', blobs = ''] = process.argv;

function figuresOf(database: DatabaseSync): JournalFigures {
  const numberOf = (sql: string): number | null => orNull(() => Number(Object.values(database.prepare(sql).get() ?? {})[0]));
  const countsBy = <Word extends string>(words: readonly Word[], sql: string): Partial<Record<Word, number>> | null =>
    orNull(() => {
      const rows = database.prepare(sql).all() as { word: unknown; count: unknown }[];
      return Object.fromEntries(
        words.flatMap((word) => {
          const count = Number(rows.find((row) => row.word === word)?.count ?? 0);
          return Number.isSafeInteger(count) && count > 0 ? [[word, count]] : [];
        }),
      ) as Partial<Record<Word, number>>;
    });
  const fragmentsByState = countsBy(fragmentStates, 'SELECT state AS word, fragments AS count FROM fragments_in_state');
  const total = Object.values(fragmentsByState ?? {}).reduce((sum, count) => sum + count, 0);
  return {
    form: numberOf('PRAGMA user_version') ?? 0,
    pages: numberOf('PRAGMA page_count') ?? 0,
    pageBytes: numberOf('PRAGMA page_size') ?? 0,
    freePages: numberOf('PRAGMA freelist_count') ?? 0,
    fragmentsByState,
    fragmentsByKind:
      total > mostCounted ? null : countsBy(fragmentKinds, 'SELECT kind AS word, count(*) AS count FROM fragments GROUP BY kind'),
    copies: countsBy(counterNames, 'SELECT name AS word, value AS count FROM counters'),
    missed: countsBy([...missedReasons, ...goneReasons], 'SELECT because AS word, count(*) AS count FROM missed_copies GROUP BY because'),
    heldUpSaves: countsBy(fragmentReasons, 'SELECT reason AS word, fragments AS count FROM held_up_saves'),
    waitingForJudge: fragmentsByState === null ? null : (fragmentsByState.captured ?? 0),
    waitingForSave: numberOf('SELECT count(*) FROM fragments WHERE wants_save = 1'),
    deletionsToUndo: numberOf('SELECT count(*) FROM deletions'),
    unindexedBlocks: numberOf('SELECT count(*) FROM unindexed_blocks'),
    blobBytes: numberOf('SELECT total FROM blob_bytes'),
  };
}

function blobsOf(database: DatabaseSync): BlobFigures {
  const rows = database
    .prepare('SELECT DISTINCT sha256 FROM representations WHERE inline IS NULL ORDER BY rowid DESC LIMIT ?')
    .all(mostBlobs + 1);
  const names = rows.slice(0, mostBlobs).map(({ sha256 }) => String(sha256));
  const missing = names.filter((name) => !existsSync(blobPath({ blobs }, name))).length;
  return { checked: names.length, missing, isAll: rows.length <= mostBlobs };
}

/** Damage is told as such; a table that a journal of an earlier form does not have is no fault. */
function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (isDamage(error)) throw error;
    return null;
  }
}

try {
  using database = new DatabaseSync(file, { readOnly: true, timeout: lockTimeoutMs });
  process.stdout.write(JSON.stringify(what === 'blobs' ? blobsOf(database) : figuresOf(database)));
} catch (error) {
  process.exitCode = isDamage(error) ? damagedStatus : 1;
}
