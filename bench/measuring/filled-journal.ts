/**
 * Fills a journal with many fragments in a short time: in SQL, in batches, and in the form in which the journal's own code stores what was copied,
 * judged and kept (the test compares the two). Then its search indexes are filled as the core does it.
 */
import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { contentKey } from '../../src/journal/captures/repeated-copies.ts';
import { type JournalPlace, openJournal } from '../../src/journal/journal.ts';
import { indexBlocksStep } from '../../src/journal/search/index-blocks.ts';

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

/** A copy as it is recorded and judged. */
export interface FilledCopy {
  readonly kind: 'text' | 'files';
  readonly text: string;
  readonly mediaType: string;
  readonly copiedAtMs: number;
  readonly detection: { readonly typeId: string; readonly group: string; readonly extension: string; readonly mediaType: string };
  readonly app: { readonly name: string; readonly executable: string; readonly windowTitle: string };
  readonly source: { readonly type: 'web' | 'local'; readonly name: string; readonly path: string };
}

/** A short text, for benchmarks in which only the number of fragments matters. `id` counts from 1. */
export function filledCopy(id: number): FilledCopy {
  const own = (Math.imul(id, 2_654_435_761) >>> 0).toString(36);
  return {
    kind: 'text',
    text: `copy ${id}, ${places[id % places.length]} in the ${weathers[id % weathers.length]} ${own}\n`,
    mediaType: 'text/plain',
    copiedAtMs: firstCopiedAtMs + id * everyMs,
    detection: types[id % types.length] ?? types[0],
    app: { name: 'Editor', executable: '/usr/bin/editor', windowTitle: 'notes' },
    source: { type: 'local', name: 'Editor', path: '/usr/bin/editor' },
  };
}

/** Creates the journal with `count` fragments. `filled` is called after each batch with the number so far. */
export function fillJournal(
  place: JournalPlace,
  count: number,
  filled: (fragments: number) => void = () => {},
  copyOf: (id: number) => FilledCopy = filledCopy,
): void {
  openJournal(place)[Symbol.dispose]();
  fillTables(place, count, filled, copyOf);
  using journal = openJournal(place);
  journal.statement('PRAGMA synchronous = OFF').get();
  while (indexBlocksStep(journal, Number.POSITIVE_INFINITY) === 'more');
  journal.tryEmptyLog();
}

function fillTables({ file }: JournalPlace, count: number, filled: (fragments: number) => void, copyOf: (id: number) => FilledCopy): void {
  using database = new DatabaseSync(file);
  // A crash only ends the benchmark, and nobody else has it open.
  database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -256000; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 16000');
  database.exec(`CREATE TEMP TABLE made (id INTEGER PRIMARY KEY, kind, content, media_type, bytes, sha256, mark, copied_at, type_id, type_group, extension,
    type_media_type, app_name, app_executable, window_title, source_type, source_name, source_path)`);
  const insert = database.prepare(`INSERT INTO made VALUES (${Array.from({ length: 18 }, () => '?').join(', ')})`);
  let copiedAtMs = 0;
  for (let first = 1; first <= count; first += rowsAtOnce) {
    const last = Math.min(count, first + rowsAtOnce - 1);
    database.exec('BEGIN IMMEDIATE');
    for (let id = first; id <= last; id += 1) {
      const copy = copyOf(id);
      const { kind, detection, app, source } = copy;
      const content = Buffer.from(copy.text);
      const sha256 = createHash('sha256').update(content).digest('hex');
      copiedAtMs = copy.copiedAtMs;
      insert.run(
        ...[id, kind, content, copy.mediaType, content.length, sha256, contentKey(kind, sha256), copiedAtMs],
        ...[detection.typeId, detection.group, detection.extension, detection.mediaType],
        ...[app.name, app.executable, app.windowTitle, source.type, source.name, source.path],
      );
    }
    database.exec(`${journalRows}; DELETE FROM made; COMMIT`);
    filled(last);
  }
  database.exec(`
    INSERT INTO counters VALUES ('captured', ${count}) ON CONFLICT (name) DO UPDATE SET value = value + ${count};
    UPDATE present SET capture_id = ${count}, copied_at = ${copiedAtMs}, absence = NULL;
    -- Nothing was deleted, and the first start of Hub is long past.
    UPDATE erasure SET in_index = 0, in_log = 0;
    PRAGMA wal_checkpoint(TRUNCATE)`);
}

const journalRows = `
  INSERT INTO captures (id, origin, copied_at, source_type, source_name, source_path, app_name, app_executable, app_pid, window_title, digest)
    SELECT id, 'clipboard', copied_at, source_type, source_name, source_path, app_name, app_executable, 7, window_title, mark FROM made;
  INSERT INTO fragments (id, capture_id, kind, state, reason, type_id, type_group, extension, media_type, confidence, judge_attempts)
    SELECT id, id, kind, 'kept', 'policy_off', type_id, type_group, extension, type_media_type, 0.9, 1 FROM made;
  INSERT INTO representations (fragment_id, position, media_type, bytes, sha256, inline)
    SELECT id, 0, media_type, bytes, sha256, content FROM made`;
