/**
 * The pages of SQLite's schema as bytes (SQLite file format, §1.6, §2.1 and §2.6, https://sqlite.org/fileformat2.html): its first page, which is that of the file
 * and names the others, and these, which have its rows. It reads pages that may contain anything.
 */

/** SQLite's default, which Hub does not change. */
export const pageBytes = 4_096;
/** The header of the file comes before what the first page has. */
export const headerBytes = 100;

/** A row of `sqlite_schema`: what a table or index is called, its first page, and the statement that creates it. */
export interface SchemaRow {
  readonly rowid: number;
  readonly type: string;
  readonly name: string;
  readonly table: string;
  /** 0 for what has no page. */
  readonly root: number;
  readonly sql: string | null;
}

/** A page with rows, and its number. */
export interface SchemaLeaf {
  readonly page: number;
  readonly rows: readonly SchemaRow[];
}

/** The kinds of pages: of a table, and of an index or a table without row numbers. */
const kinds = { tableLeaf: 13, tableInner: 5, indexLeaf: 10, indexInner: 2 } as const;
const [leafHead, innerHead] = [8, 12];
/** What goes on beyond its page is longer. */
const mostCell = pageBytes - 35;

const types: ReadonlySet<unknown> = new Set(['table', 'index', 'view', 'trigger']);
const names = /^\w{1,200}$/;
/** A statement without what no statement of Hub has. */
const statements = /^CREATE (?:\P{Cc}|[\n\t])+$/u;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Whether it is a row as the schema of a journal has them: what is damaged is none. */
export function isSchemaRow(value: Readonly<Record<keyof SchemaRow, unknown>>): boolean {
  const { rowid, type, name, table, root, sql } = value;
  if (!types.has(type) || !isName(name) || !isName(table)) return false;
  return isNumber(rowid) && isNumber(root) && (sql === null || (typeof sql === 'string' && sql.length <= mostCell && statements.test(sql)));
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && names.test(value);
}

function isNumber(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31;
}

/** The rows of such a page, null for a damaged one; null if the page is damaged, or of another kind. */
export function rowsOf(page: Buffer): readonly (SchemaRow | null)[] | null {
  try {
    const reading = new Reading(page);
    return page[0] === kinds.tableLeaf ? cellsOf(page, 0, leafHead).map((at) => rowAt(reading, at)) : null;
  } catch {
    return null; // beyond its end
  }
}

/** A page with these rows; null if it has no room for them. */
export function pageOf(rows: readonly SchemaRow[]): Buffer | null {
  return pageWith(kinds.tableLeaf, { at: 0, head: leafHead }, rows.map(cellOf));
}

/** The numbers of the pages that the first one names, in order; null if it is damaged, or names none. */
export function leavesOf(first: Buffer): readonly number[] | null {
  try {
    if (first[headerBytes] !== kinds.tableInner) return null;
    const left = cellsOf(first, headerBytes, innerHead).map((at) => first.readUInt32BE(at));
    return [...left, first.readUInt32BE(headerBytes + 8)];
  } catch {
    return null;
  }
}

/** The first page that names these, without the header of the file; null if it has no room for them. */
export function firstPageOf(leaves: readonly SchemaLeaf[]): Buffer | null {
  const [last, before] = [leaves.at(-1), leaves.slice(0, -1)];
  const cells = before.map(({ page, rows }) => Buffer.concat([bigEndian(page, 4), varint(rows.at(-1)?.rowid ?? 0)]));
  const first = pageWith(kinds.tableInner, { at: headerBytes, head: innerHead }, cells);
  first?.writeUInt32BE(last?.page ?? 0, headerBytes + 8);
  return first;
}

/** Whether it is a page of a table, or of an index; null if it is damaged, or none of either. */
export function kindOf(page: Buffer): 'table' | 'index' | null {
  const isLeaf = page[0] === kinds.tableLeaf || page[0] === kinds.indexLeaf;
  if (!isLeaf && page[0] !== kinds.tableInner && page[0] !== kinds.indexInner) return null;
  try {
    cellsOf(page, 0, isLeaf ? leafHead : innerHead);
    return page[0] === kinds.tableLeaf || page[0] === kinds.tableInner ? 'table' : 'index';
  } catch {
    return null;
  }
}

/** Where its cells begin. Throws if that is not behind their list. */
function cellsOf(page: Buffer, at: number, head: number): readonly number[] {
  const count = page.readUInt16BE(at + 3);
  const listEnd = at + head + 2 * count;
  const starts: number[] = [];
  for (let place = at + head; place < listEnd; place += 2) {
    const start = page.readUInt16BE(place);
    if (start < listEnd || start >= pageBytes) throw new RangeError('damaged');
    starts.push(start);
  }
  return starts;
}

function pageWith(kind: number, { at, head }: { readonly at: number; readonly head: number }, cells: readonly Buffer[]): Buffer | null {
  const page = Buffer.alloc(pageBytes);
  const listEnd = at + head + 2 * cells.length;
  let start = pageBytes;
  for (const [index, cell] of cells.entries()) {
    start -= cell.length;
    if (start < listEnd || cell.length > mostCell) return null;
    cell.copy(page, start);
    page.writeUInt16BE(start, at + head + 2 * index);
  }
  page[at] = kind;
  page.writeUInt16BE(cells.length, at + 3);
  page.writeUInt16BE(start, at + 5);
  return page;
}

function cellOf({ rowid, type, name, table, root, sql }: SchemaRow): Buffer {
  const values = [type, name, table, root, sql].map(recorded);
  const kindsOfValues = Buffer.concat(values.map(([kind]) => varint(kind)));
  const record = Buffer.concat([varint(kindsOfValues.length + 1), kindsOfValues, ...values.map(([, bytes]) => bytes)]);
  return Buffer.concat([varint(record.length), varint(rowid), record]);
}

const noBytes = Buffer.alloc(0);
/** In a record, the kind of a number of up to this many bytes is their count. */
const mostNumberBytes = 4;

/** Its kind in a record, and its bytes. */
function recorded(value: string | number | null): readonly [number, Buffer] {
  if (value === null) return [0, noBytes];
  if (typeof value === 'string') return [13 + 2 * Buffer.byteLength(value), Buffer.from(value)];
  if (value < 2) return [8 + value, noBytes];
  const length = [1, 2, 3].find((bytes) => value < 2 ** (8 * bytes - 1)) ?? mostNumberBytes;
  return [length, bigEndian(value, length)];
}

function bigEndian(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, 0, length);
  return bytes;
}

/** A number in seven bits a byte, the highest first. */
function varint(value: number): Buffer {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift(128 + (rest % 128));
  return Buffer.from(bytes);
}

function rowAt(reading: Reading, start: number): SchemaRow | null {
  try {
    reading.at = start;
    const length = reading.varint();
    const rowid = reading.varint();
    const end = reading.at + length;
    const headEnd = reading.at + reading.varint();
    const found: number[] = [];
    while (reading.at < headEnd && found.length < 5) found.push(reading.varint());
    const [type, name, table, root, sql] = found.map((kind) => reading.value(kind));
    const row = { rowid, type, name, table, root, sql };
    return reading.at === end && isSchemaRow(row) ? (row as SchemaRow) : null;
  } catch {
    return null; // beyond the end of the page, or no text
  }
}

/** Throws beyond the end of the page, and for more than it has: rows that lie over each other are read once. */
class Reading {
  readonly #page: Buffer;
  at = 0;
  #left = pageBytes;

  constructor(page: Buffer) {
    this.#page = page;
  }

  varint(): number {
    let value = 0;
    for (let count = 0; count < 5; count += 1) {
      const byte = this.#page.readUInt8(this.at);
      this.at += 1;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
    throw new RangeError('damaged');
  }

  value(kind: number): string | number | null {
    if (kind === 0) return null;
    if (kind === 8 || kind === 9) return kind - 8;
    const isText = kind >= 13 && kind % 2 === 1;
    const length = isText ? (kind - 13) / 2 : kind;
    if ((!isText && kind > mostNumberBytes) || this.at + length > pageBytes || length > this.#left) throw new RangeError('damaged');
    const start = this.at;
    this.at += length;
    this.#left -= length;
    return !isText ? this.#page.readUIntBE(start, length) : utf8.decode(this.#page.subarray(start, this.at));
  }
}
