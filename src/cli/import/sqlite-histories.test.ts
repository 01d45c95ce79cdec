import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { BrokenFile, type ReadItem } from './import-item.ts';
import { openSqliteHistory } from './sqlite-histories.ts';

function read(t: TestContext, make: (database: DatabaseSync) => void): readonly ReadItem[] {
  const file = path.join(temporaryHome(t), 'history.db');
  const database = new DatabaseSync(file);
  make(database);
  database.close();
  using source = openSqliteHistory(file);
  return [...source.items()];
}

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const shown = (item: ReadItem | undefined) =>
  item === undefined || 'unreadable' in item
    ? item
    : { ...item, representations: item.representations.map(({ mediaType, bytes }) => [mediaType, Buffer.from(bytes).toString('latin1')]) };

/** The tables as Core Data makes them from Maccy's model. */
const maccy = `
  CREATE TABLE ZHISTORYITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNUMBEROFCOPIES INTEGER, ZFIRSTCOPIEDAT TIMESTAMP, ZLASTCOPIEDAT TIMESTAMP,
    ZAPPLICATION VARCHAR, ZPIN VARCHAR, ZTITLE VARCHAR);
  CREATE TABLE ZHISTORYITEMCONTENT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZITEM INTEGER, ZTYPE VARCHAR, ZVALUE BLOB);`;

test('the storage of Maccy is read, with counts, times, programs and pins', (t) => {
  const items = read(t, (database) => {
    database.exec(maccy);
    const item = database.prepare('INSERT INTO ZHISTORYITEM VALUES (?, 1, 1, ?, ?, ?, ?, ?, ?)');
    const content = database.prepare('INSERT INTO ZHISTORYITEMCONTENT VALUES (NULL, 2, 1, ?, ?, ?)');
    item.run(1, 3, 700_000_000, 800_000_000.5, 'com.apple.Safari', 'b', 'My title');
    content.run(1, 'public.html', Buffer.from('<b>tide</b>'));
    content.run(1, 'public.utf8-plain-text', Buffer.from('tide'));
    item.run(2, 1, 750_000_000, 750_000_000, null, null, 'a picture');
    content.run(2, 'public.png', png);
    item.run(3, 1, 760_000_000, 760_000_000, null, null, 'nothing');
    content.run(3, 'com.example.own', Buffer.from('x'));
  });
  assert.equal(items.length, 3);
  assert.deepEqual((shown(items[0]) as { kind: string }).kind, 'image');
  assert.deepEqual(shown(items[1]), { name: 'row 3', unreadable: 'it has no format that Hub keeps' });
  assert.deepEqual(shown(items[2]), {
    kind: 'text',
    representations: [
      ['text/plain', 'tide'],
      ['text/html', '<b>tide</b>'],
    ],
    copiedAtMs: 1_778_307_200_500,
    source: {
      type: 'local',
      name: 'com.apple.Safari',
      path: '',
      app: { name: 'com.apple.Safari', executable: null, pid: null, windowTitle: null },
    },
    givenName: null,
    copies: 3,
    firstCopiedAtMs: 1_678_307_200_000,
    earlier: [],
    annotations: { pinned: true, tags: [], title: 'My title', note: null },
  });
});

test('the database of Ditto is read, with the formats of Windows', (t) => {
  const items = read(t, (database) => {
    database.exec(`
      CREATE TABLE Main(lID INTEGER PRIMARY KEY AUTOINCREMENT, lDate INTEGER, mText TEXT, lDontAutoDelete INTEGER, bIsGroup INTEGER, lParentID INTEGER);
      CREATE TABLE Data(lID INTEGER PRIMARY KEY AUTOINCREMENT, lParentID INTEGER, strClipBoardFormat TEXT, ooData BLOB);
      INSERT INTO Main VALUES (9, 0, 'Work notes', 0, 1, -1), (1, 1700000000, 'tide', 1, 0, 9), (2, 1600000000, 'files', 0, 0, -1), (3, 1650000000, 'x', 0, 0, -1);`);
    const data = database.prepare('INSERT INTO Data VALUES (NULL, ?, ?, ?)');
    data.run(1, 'CF_TEXT', Buffer.from('tide?\0'));
    data.run(1, 'CF_UNICODETEXT', Buffer.from('tide ü€\0', 'utf16le'));
    const html = 'Version:0.9\r\nStartHTML:00000047\r\nEndHTML:00000058\r\n';
    data.run(1, 'HTML Format', Buffer.from(`${html.slice(0, 47)}<b>tide</b>\0`));
    const header = Buffer.alloc(20);
    header.writeUInt32LE(20, 0);
    header.writeUInt32LE(1, 16);
    data.run(2, 'CF_HDROP', Buffer.concat([header, Buffer.from('C:\\a b\\#1.txt\0D:\\c\0\0', 'utf16le')]));
    data.run(3, 'PNG', png);
  });
  const [files, picture, text] = items.map(shown);
  assert.deepEqual((files as { representations: unknown }).representations, [
    ['text/uri-list', 'file:///C:/a%20b/%231.txt\r\nfile:///D:/c\r\n'],
  ]);
  assert.equal((picture as { kind: string }).kind, 'image');
  const { representations, annotations, copiedAtMs } = text as {
    representations: readonly string[][];
    annotations: unknown;
    copiedAtMs: number;
  };
  assert.equal(Buffer.from(representations[0]?.[1] ?? '', 'latin1').toString('utf8'), 'tide ü€');
  assert.equal(representations[1]?.[0], 'text/html');
  assert.deepEqual([annotations, copiedAtMs], [{ pinned: true, tags: ['work-notes'], title: null, note: null }, 1_700_000_000_000]);
});

test('a database of another program, and one with views in place of the tables, are refused', (t) => {
  const refused = (sql: string): void => assert.throws(() => read(t, (database) => database.exec(sql)), BrokenFile);
  refused('CREATE TABLE other (a)');
  refused(`${maccy.replace(/CREATE TABLE ZHISTORYITEM \([^)]*\);/, '')}
    CREATE VIEW ZHISTORYITEM AS WITH RECURSIVE n(Z_PK) AS (SELECT 1 UNION ALL SELECT Z_PK + 1 FROM n)
      SELECT Z_PK, 1 AS ZNUMBEROFCOPIES, 1 AS ZFIRSTCOPIEDAT, 1 AS ZLASTCOPIEDAT FROM n;`);
  refused(
    maccy.replace('ZHISTORYITEMCONTENT (Z_PK INTEGER PRIMARY KEY', 'ZHISTORYITEMCONTENT (Z_PK AS (length(hex(zeroblob(400000000))))'),
  );
});
