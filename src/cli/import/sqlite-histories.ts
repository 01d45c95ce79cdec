/**
 * Reads the databases of Maccy (`Storage.sqlite`, a store of Core Data) and Ditto (`Ditto.db`). They are opened read-only, and only tables are read: in a hostile
 * file anything else could run forever.
 */
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { say } from '../../domain/language/say.ts';
import {
  BrokenFile,
  type ImportItem,
  type ImportSource,
  keptFormats,
  mostContentBytes,
  mostItems,
  noAnnotations,
  type ReadItem,
  sourceNamed,
  tagsOf,
  titleOf,
  unknownSource,
} from './import-item.ts';

type Row = Record<string, SQLOutputValue>;

interface Form {
  readonly from: ImportSource['from'];
  /** The tables and columns without which it is something else: all that are read, because one that is not a plain column may compute forever. */
  readonly needs: Readonly<Record<string, readonly string[]>>;
  /** The ids of all copies, oldest first. */
  readonly ids: string;
  readonly item: (database: DatabaseSync, id: number, has: (table: string, column: string) => boolean) => ReadItem;
}

/** Throws `BrokenFile` for a database of another program. */
export function openSqliteHistory(file: string): ImportSource {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON');
    const form = [maccy, ditto].find(({ needs }) => Object.entries(needs).every(([table, columns]) => hasTable(database, table, columns)));
    if (form === undefined) throw new BrokenFile(say('it is a database, but not of Maccy or Ditto'));
    const ids = database
      .prepare(`${form.ids} LIMIT ${mostItems}`)
      .all()
      .map(({ id }) => Number(id));
    const columns = new Map<string, ReadonlySet<unknown>>();
    const has = (table: string, column: string): boolean => {
      const known = columns.get(table) ?? columnsOf(database, table);
      columns.set(table, known);
      return known.has(column);
    };
    return {
      from: form.from,
      count: ids.length,
      broken: null,
      items: () => itemsOf(database, form, ids, has),
      [Symbol.dispose]: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error instanceof BrokenFile ? error : new BrokenFile(say('it is a damaged database'));
  }
}

function hasTable(database: DatabaseSync, table: string, columns: readonly string[]): boolean {
  const row = database.prepare("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table);
  if (row === undefined || !/^\s*CREATE\s+TABLE/i.test(String(row.sql))) return false;
  const there = columnsOf(database, table);
  return columns.every((column) => there.has(column));
}

function columnsOf(database: DatabaseSync, table: string): ReadonlySet<unknown> {
  return new Set(
    database
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => name),
  );
}

function* itemsOf(
  database: DatabaseSync,
  form: Form,
  ids: readonly number[],
  has: (table: string, column: string) => boolean,
): Generator<ReadItem> {
  for (const id of ids) {
    try {
      yield form.item(database, id, has);
    } catch {
      yield { name: say('row {id}', { id }), unreadable: say('it is damaged') };
    }
  }
}

/** The contents of a copy by their format, the first ones that are together not too large. */
function contents(database: DatabaseSync, sql: string, id: number): ReadonlyMap<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  let left = mostContentBytes;
  for (const { format, content } of database.prepare(sql).iterate(id, mostContentBytes)) {
    if (typeof format !== 'string' || !(content instanceof Uint8Array) || found.has(format)) continue;
    if (content.length > left) break;
    left -= content.length;
    found.set(format, content);
  }
  return found;
}

function timeOf(value: SQLOutputValue | undefined, fromSeconds: number): number | null {
  const atMs = typeof value === 'number' ? Math.round((value + fromSeconds) * 1_000) : Number.NaN;
  return atMs > 0 && atMs < 8_640_000_000_000_000 ? atMs : null;
}

/** Core Data counts from 2001. */
const since2001 = 978_307_200;

const maccyFormats: Readonly<Record<string, string>> = {
  'public.utf8-plain-text': 'text/plain',
  'public.html': 'text/html',
  'public.png': 'image/png',
  'public.jpeg': 'image/jpeg',
  'public.tiff': 'image/tiff',
  'public.file-url': 'text/uri-list',
};

const maccy: Form = {
  from: 'Maccy',
  needs: {
    ZHISTORYITEM: ['Z_PK', 'ZLASTCOPIEDAT', 'ZFIRSTCOPIEDAT', 'ZNUMBEROFCOPIES'],
    ZHISTORYITEMCONTENT: ['Z_PK', 'ZITEM', 'ZTYPE', 'ZVALUE'],
  },
  ids: 'SELECT Z_PK AS id FROM ZHISTORYITEM ORDER BY ZLASTCOPIEDAT, Z_PK',
  item: (database, id, has) => {
    const optional = (column: string): string => (has('ZHISTORYITEM', column) ? column : 'NULL');
    const row: Row =
      database
        .prepare(
          `SELECT ZLASTCOPIEDAT AS last, ZFIRSTCOPIEDAT AS first, ZNUMBEROFCOPIES AS copies, ${optional('ZAPPLICATION')} AS app,
             ${optional('ZPIN')} AS pin, ${optional('ZTITLE')} AS title FROM ZHISTORYITEM WHERE Z_PK = ?`,
        )
        .get(id) ?? {};
    const found = contents(
      database,
      'SELECT ZTYPE AS format, CAST(ZVALUE AS BLOB) AS content FROM ZHISTORYITEMCONTENT WHERE ZITEM = ? AND length(ZVALUE) <= ? ORDER BY Z_PK',
      id,
    );
    const formats = new Map(
      [...found].flatMap(([type, bytes]) => (maccyFormats[type] === undefined ? [] : [[maccyFormats[type], bytes] as const])),
    );
    const kept = keptFormats(formats);
    if (kept === null) return { name: say('row {id}', { id }), unreadable: say('it has no format that Hub keeps') };
    const pinned = typeof row.pin === 'string' && row.pin !== '';
    const copiedAtMs = timeOf(row.last, since2001);
    return {
      ...kept,
      copiedAtMs,
      source: typeof row.app === 'string' ? sourceNamed(row.app) : unknownSource,
      givenName: null,
      copies: typeof row.copies === 'number' && row.copies >= 1 ? Math.min(row.copies, 1_000_000_000) : 1,
      firstCopiedAtMs: timeOf(row.first, since2001) ?? copiedAtMs,
      earlier: [],
      // Without a pin, its title is the beginning of its text.
      annotations: { ...noAnnotations, pinned, title: pinned && typeof row.title === 'string' ? titleOf(row.title) : null },
    } satisfies ImportItem;
  },
};

const ditto: Form = {
  from: 'Ditto',
  needs: { Main: ['lID', 'lDate', 'mText'], Data: ['lID', 'lParentID', 'strClipBoardFormat', 'ooData'] },
  ids: 'SELECT lID AS id FROM Main WHERE lID IN (SELECT lParentID FROM Data) ORDER BY lDate, lID',
  item: (database, id, has) => {
    const optional = (column: string): string => (has('Main', column) ? `Main.${column}` : 'NULL');
    const row: Row =
      database
        .prepare(`SELECT lDate, ${optional('lDontAutoDelete')} AS kept, ${optional('lParentID')} AS parent FROM Main WHERE lID = ?`)
        .get(id) ?? {};
    const group =
      typeof row.parent === 'number' && row.parent > 0
        ? database.prepare('SELECT mText FROM Main WHERE lID = ?').get(row.parent)?.mText
        : null;
    const found = contents(
      database,
      'SELECT strClipBoardFormat AS format, ooData AS content FROM Data WHERE lParentID = ? AND length(ooData) <= ? ORDER BY lID',
      id,
    );
    const kept = keptFormats(formatsOfWindows(found));
    if (kept === null) return { name: say('row {id}', { id }), unreadable: say('it has no format that Hub keeps') };
    const copiedAtMs = timeOf(row.lDate, 0);
    return {
      ...kept,
      ...{ copiedAtMs, source: unknownSource, givenName: null, copies: 1, firstCopiedAtMs: copiedAtMs, earlier: [] },
      annotations: { ...noAnnotations, pinned: row.kept === 1, tags: typeof group === 'string' ? tagsOf([group]) : [] },
    } satisfies ImportItem;
  },
};

/** The formats of the clipboard of Windows (https://learn.microsoft.com/windows/win32/dataxchg/standard-clipboard-formats) as media types. */
function formatsOfWindows(found: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, Uint8Array> {
  const formats = new Map<string, Uint8Array>();
  const [wide, narrow] = [found.get('CF_UNICODETEXT'), found.get('CF_TEXT')];
  const [html, png, files] = [found.get('HTML Format'), found.get('PNG'), found.get('CF_HDROP')];
  if (wide !== undefined) formats.set('text/plain', Buffer.from(untilNul(new TextDecoder('utf-16le').decode(wide))));
  else if (narrow !== undefined) formats.set('text/plain', Buffer.from(untilNul(new TextDecoder('windows-1252').decode(narrow))));
  if (html !== undefined) formats.set('text/html', htmlOf(html));
  if (png !== undefined) formats.set('image/png', png);
  if (files !== undefined) formats.set('text/uri-list', Buffer.from(filesOf(files)));
  return formats;
}

function untilNul(text: string): string {
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}

/** Its header says where the page begins and ends, in bytes. */
function htmlOf(bytes: Uint8Array): Uint8Array {
  const head = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1');
  const [start, end] = [/StartHTML:(\d{1,10})/i, /EndHTML:(\d{1,10})/i].map((form) => Number(form.exec(head)?.[1] ?? Number.NaN));
  const isTold = start !== undefined && end !== undefined && start < end && end <= bytes.length;
  return isTold ? bytes.subarray(start, end) : bytes;
}

/** DROPFILES: the paths begin at `pFiles`, each with a NUL after it, in UTF-16 if `fWide`. */
function filesOf(bytes: Uint8Array): string {
  if (bytes.length < 20) return '';
  const header = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const paths = new TextDecoder(header.readUInt32LE(16) === 0 ? 'windows-1252' : 'utf-16le').decode(bytes.subarray(header.readUInt32LE(0)));
  const all = paths.split('\0').filter((path) => path !== '');
  return all.map((path) => `file:///${encodeURI(path.replaceAll('\\', '/')).replaceAll('#', '%23').replaceAll('?', '%3F')}\r\n`).join('');
}
