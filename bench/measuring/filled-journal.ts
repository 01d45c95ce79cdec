/**
 * Fills a journal with many fragments in a short time: in SQL, in batches, and in the form in which the journal's own code stores a text that was
 * copied, judged and kept (the test compares the two). The texts are short: what grows with a journal is the number of its rows and index entries.
 */
import { createHash } from 'node:crypto';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite';
import { contentKey } from '../../src/journal/captures/repeated-copies.ts';
import { pairsOf } from '../../src/journal/fragments/character-pairs.ts';
import { type JournalPlace, openJournal } from '../../src/journal/journal.ts';

/** Rows per transaction. */
const rowsAtOnce = 20_000;
const firstCopiedAtMs = 1_700_000_000_000;
const everyMs = 1_000;

const places = ['harbour', 'station', 'market', 'library', 'bridge', 'garden', 'theatre'] as const;
const weathers = ['rain', 'fog', 'sun', 'snow', 'wind'] as const;
const types = [
  { typeId: 'python', group: 'code', extension: '.py', mediaType: 'text/x-python' },
  { typeId: 'markdown', group: 'text', extension: '.md', mediaType: 'text/markdown' },
  { typeId: 'json', group: 'code', extension: '.json', mediaType: 'application/json' },
] as const;
const typeOf = (id: number): (typeof types)[number] => types[id % types.length] ?? types[0];

/** The fragment with this number, counted from 1: its text, time and type. */
export interface FilledFragment {
  readonly text: string;
  readonly copiedAtMs: number;
  readonly detection: { readonly confidence: number } & (typeof types)[number];
}

export function filledFragment(id: number): FilledFragment {
  const own = (Math.imul(id, 2_654_435_761) >>> 0).toString(36);
  return {
    text: `copy ${id}, ${places[id % places.length]} in the ${weathers[id % weathers.length]} ${own}\n`,
    copiedAtMs: firstCopiedAtMs + id * everyMs,
    detection: { ...typeOf(id), confidence: 0.9 },
  };
}

/** Creates the journal with `count` fragments. `filled` is called after each batch with the number so far. */
export function fillJournal(place: JournalPlace, count: number, filled: (fragments: number) => void = () => {}): void {
  openJournal(place)[Symbol.dispose]();
  using database = new DatabaseSync(place.file);
  // A crash only ends the benchmark, and nobody else has it open.
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -256000; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 16000');
  for (const [name, of] of Object.entries(functions)) database.function(name, { deterministic: true }, of);
  database.exec('CREATE TEMP TABLE made (id INTEGER PRIMARY KEY, text TEXT NOT NULL, sha256 TEXT NOT NULL)');
  for (let first = 1; first <= count; first += rowsAtOnce) {
    const last = Math.min(count, first + rowsAtOnce - 1);
    database.exec('BEGIN IMMEDIATE');
    database.prepare(madeRows).run(first, last);
    database.exec(`${journalRows}; DELETE FROM made; COMMIT`);
    filled(last);
  }
  database.exec(`
    INSERT INTO counters VALUES ('captured', ${count}) ON CONFLICT (name) DO UPDATE SET value = value + ${count};
    UPDATE present SET capture_id = ${count}, copied_at = ${filledFragment(count).copiedAtMs}, absence = NULL;
    -- Nothing was deleted, and the first start of Hub is long past.
    UPDATE erasure SET in_index = 0, in_log = 0;
    PRAGMA wal_checkpoint(TRUNCATE)`);
}

type SqlFunction = (value: SQLOutputValue) => SQLInputValue;

const functions: Readonly<Record<string, SqlFunction>> = {
  text_of: (id) => filledFragment(Number(id)).text,
  type_id_of: (id) => typeOf(Number(id)).typeId,
  type_group_of: (id) => typeOf(Number(id)).group,
  extension_of: (id) => typeOf(Number(id)).extension,
  media_type_of: (id) => typeOf(Number(id)).mediaType,
  pairs_of: (text) => pairsOf(String(text)),
  sha256_of: (text) => createHash('sha256').update(String(text)).digest('hex'),
  mark_of: (sha256) => contentKey('text', String(sha256)),
};

const madeRows = `
  WITH RECURSIVE numbers (id) AS (SELECT ?1 UNION ALL SELECT id + 1 FROM numbers WHERE id < ?2)
  INSERT INTO made SELECT id, text, sha256_of(text) FROM (SELECT id, text_of(id) AS text FROM numbers)`;

const names = "'Editor Editor ' || type_id_of(id)";
const journalRows = `
  INSERT INTO captures (id, origin, copied_at, source_type, source_name, source_path, app_name, app_executable, app_pid, window_title, digest)
    SELECT id, 'clipboard', ${firstCopiedAtMs} + id * ${everyMs}, 'local', 'Editor', '/usr/bin/editor', 'Editor', '/usr/bin/editor', 7, 'notes', mark_of(sha256)
    FROM made;
  INSERT INTO fragments (id, capture_id, kind, state, reason, type_id, type_group, extension, media_type, confidence, judge_attempts)
    SELECT id, id, 'text', 'kept', 'policy_off', type_id_of(id), type_group_of(id), extension_of(id), media_type_of(id), 0.9, 1 FROM made;
  INSERT INTO representations (fragment_id, position, media_type, bytes, sha256, inline)
    SELECT id, 0, 'text/plain', length(CAST(text AS BLOB)), sha256, CAST(text AS BLOB) FROM made;
  INSERT INTO search (rowid, body, names) SELECT id, text, ${names} FROM made;
  INSERT INTO pairs (rowid, words) SELECT id, pairs_of(${names} || char(10) || text) FROM made`;
