/** XLS and XLSB, by SheetJS: what it holds in memory is bounded by the size of the file and by a number of rows. */
import { read, SSF, type WorkSheet } from '@e965/xlsx';
import type { Read, ReadingParts } from '../document-reader.ts';
import { NoText } from '../no-text.ts';
import { SheetRows } from '../sheet-rows.ts';
import { type TypedValue, typedNumber } from '../structure/sheet-values.ts';

const mostBytes = 48 * 1024 * 1024;
/** XLS has no more. */
const mostRows = 65_536;

export function readBinarySpreadsheet({ source, zip, text, structure, progress }: ReadingParts): Read {
  // What is packed is large only when it is unpacked; that is counted before SheetJS does it.
  const claimed = zip === null ? 0 : zip.entries.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
  if (source.size > mostBytes || claimed > mostBytes) throw new NoText('too-large');
  for (const { name } of zip?.entries ?? []) zip?.bytes(name, mostBytes);
  const book = opened(source.read(0, source.size));
  const rows = new SheetRows(text, structure);
  // Excel for the Macintosh counted days from 1904 on.
  const is1904 = book.Workbook?.WBProps?.date1904 === true;
  for (const [at, name] of book.SheetNames.entries()) {
    progress({ done: at, of: book.SheetNames.length });
    rows.beginSheet(name);
    const sheet = book.Sheets[name];
    if (sheet !== undefined) addSheet(sheet, rows, is1904);
    if (text.isCut) break;
  }
  rows.end();
  return { pages: Math.max(1, book.SheetNames.length), isCut: rows.isCut };
}

function opened(bytes: Buffer): ReturnType<typeof read> {
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellText: true,
      cellNF: true,
      sheetRows: mostRows,
    });
  } catch (error) {
    // Its own sentence is the only sign of a password.
    throw new NoText(error instanceof Error && /password|encrypt/i.test(error.message) ? 'encrypted' : 'damaged');
  }
}

function addSheet(sheet: WorkSheet, rows: SheetRows, is1904: boolean): void {
  for (const row of sheet['!data'] ?? []) {
    for (const [column, cell] of (row ?? []).entries()) {
      if (cell?.v === undefined) continue;
      const shown = cell.w ?? (typeof cell.v === 'number' ? SSF.format(cell.z ?? 0, cell.v) : String(cell.v));
      rows.cellAt(column, shown, typedValue(cell.v, cell.z ?? 0, is1904));
    }
    rows.endRow();
  }
  for (const { s: from, e: to } of sheet['!merges'] ?? [])
    rows.merge({ row: from.r, column: from.c, rows: to.r - from.r + 1, columns: to.c - from.c + 1 });
}

function typedValue(value: unknown, format: number | string, is1904: boolean): TypedValue {
  if (typeof value === 'boolean') return { type: 'boolean', value };
  return typeof value === 'number' ? typedNumber(value, format, is1904) : undefined;
}
