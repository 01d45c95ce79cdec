/**
 * XLSX (ECMA-376 part 1, §18): sheets as events, so that a million rows take no more memory than a hundred. Only the way in which numbers and dates
 * are displayed comes from SheetJS.
 */
import { SSF } from '@e965/xlsx';
import type { Read, ReadingParts } from '../document-reader.ts';
import { NoText } from '../no-text.ts';
import { mainPart, relationsOf } from '../package-relations.ts';
import { SheetRows, withPiece } from '../sheet-rows.ts';
import { type TypedValue, typedNumber } from '../structure/sheet-values.ts';
import { readXml } from '../xml-events.ts';
import type { ZipFile } from '../zip-file.ts';
import { readBinarySpreadsheet } from './binary-spreadsheet.ts';
import { readCellFormats } from './cell-formats.ts';
import { readSharedStrings } from './shared-strings.ts';

interface ShownCell {
  readonly content: string;
  readonly typed: TypedValue;
}

interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly part: string }[];
  readonly date1904: boolean;
}

export async function readSpreadsheet(parts: ReadingParts): Promise<Read> {
  const { zip, text, structure, progress } = parts;
  const main = zip === null ? null : mainPart(zip);
  if (zip === null || main === null) throw new NoText('damaged');
  if (main.endsWith('.bin')) return readBinarySpreadsheet(parts); // XLSB
  const relations = relationsOf(zip, main);
  const partOf = (type: string): string => relations.find((one) => one.type === type)?.target ?? '';
  const { sheets, date1904 } = await readWorkbook(zip, main);
  const strings = await readSharedStrings(zip, partOf('sharedStrings'));
  const formats = await readCellFormats(zip, partOf('styles'));
  const shown = (type: string, value: string, style: number): ShownCell => {
    if (type === 's') return { content: strings[Number(value)] ?? '', typed: undefined };
    if (type === 'b') return { content: value === '1' ? 'TRUE' : 'FALSE', typed: { type: 'boolean', value: value === '1' } };
    if (type === 'd') return { content: value, typed: { type: 'date', value } };
    if (type !== 'n' || value === '') return { content: value, typed: undefined };
    const format = formats[style] ?? 0;
    return {
      content: displayed(Number(value), format, date1904),
      typed: structure === null || structure.room.isCut ? undefined : typedNumber(Number(value), format, date1904),
    };
  };
  const rows = new SheetRows(text, structure);
  for (const [at, { name, part }] of sheets.entries()) {
    progress({ done: at, of: sheets.length });
    rows.beginSheet(name);
    await readSheet(zip, part, rows, shown, () => text.isCut);
    if (text.isCut) break;
  }
  rows.end();
  return { pages: Math.max(1, sheets.length), isCut: rows.isCut };
}

/** A format may be wrong, and is anybody's. */
function displayed(value: number, format: number | string, date1904: boolean): string {
  if (!Number.isFinite(value)) return '';
  try {
    return SSF.format(format, value, { date1904 });
  } catch {
    return String(value);
  }
}

async function readWorkbook(zip: ZipFile, main: string): Promise<Workbook> {
  const targets = new Map(relationsOf(zip, main).map(({ id, target }) => [id, target]));
  const sheets: { name: string; part: string }[] = [];
  let date1904 = false;
  await readXml(
    zip.parts(main),
    {
      open: (tag, attributes) => {
        const name = tag.slice(tag.indexOf(':') + 1);
        if (name === 'workbookPr') date1904 = attributes.date1904 === '1' || attributes.date1904 === 'true';
        const part = name === 'sheet' ? targets.get(attributes['r:id'] ?? '') : undefined;
        if (part !== undefined) sheets.push({ name: attributes.name ?? '', part });
      },
    },
    () => false,
  );
  return { sheets, date1904 };
}

async function readSheet(
  zip: ZipFile,
  part: string,
  rows: SheetRows,
  shown: (type: string, value: string, style: number) => ShownCell,
  isEnough: () => boolean,
): Promise<void> {
  let [type, style, column, value, isValue] = ['n', 0, 0, '', false];
  await readXml(
    zip.parts(part),
    {
      open: (tag, attributes) => {
        const name = tag.slice(tag.indexOf(':') + 1);
        if (name === 'c') {
          type = attributes.t ?? 'n';
          style = Number(attributes.s ?? 0);
          column = columnOf(attributes.r) ?? column;
          value = '';
        } else if (name === 'v' || name === 't') isValue = true;
        else if (name === 'row' && attributes.r !== undefined) rows.beginRow(Number(attributes.r) - 1);
        else if (name === 'mergeCell') mergeCells(rows, attributes.ref ?? '');
      },
      close: (tag) => {
        const name = tag.slice(tag.indexOf(':') + 1);
        if (name === 'v' || name === 't') isValue = false;
        else if (name === 'c') {
          const { content, typed } = shown(type, value, style);
          if (content !== '') rows.cellAt(column, content, typed);
          column += 1;
        } else if (name === 'row') {
          rows.endRow();
          column = 0;
        }
      },
      text: (piece) => {
        if (isValue) value = withPiece(value, piece);
      },
    },
    isEnough,
  );
}

/** `B2:D3`, told after all rows. */
function mergeCells(rows: SheetRows, reference: string): void {
  const [from = '', to = ''] = reference.split(':', 2);
  const [column, last] = [columnOf(from), columnOf(to)];
  const [row, below] = [Number(from.replace(/^[A-Z]{1,3}/, '')) - 1, Number(to.replace(/^[A-Z]{1,3}/, '')) - 1];
  if (column !== undefined && last !== undefined) rows.merge({ row, column, rows: below - row + 1, columns: last - column + 1 });
}

/** `C7` → 2; undefined without a reference. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = reference === undefined ? null : /^[A-Z]{1,3}/.exec(reference);
  if (letters === null) return undefined;
  return [...letters[0]].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
