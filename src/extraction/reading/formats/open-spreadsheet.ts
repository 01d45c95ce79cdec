/** ODS (OpenDocument 1.3, part 3, §9): each sheet under its name, a row a line, cells with tabs between them, as they are displayed. */
import type { Read, ReadingParts } from '../document-reader.ts';
import { NoText } from '../no-text.ts';
import { SheetRows, withPiece } from '../sheet-rows.ts';
import type { TypedValue } from '../structure/sheet-values.ts';
import { readXml } from '../xml-events.ts';

export async function readOpenSpreadsheet({ zip, text, structure, progress }: ReadingParts): Promise<Read> {
  if (zip?.entry('content.xml') === undefined) throw new NoText('damaged');
  const rows = new SheetRows(text, structure);
  let sheets = 0;
  let [cell, cellRepeats, rowRepeats, paragraphs, annotations] = ['', 1, 1, 0, 0];
  let typed: TypedValue;
  await readXml(
    zip.parts('content.xml'),
    {
      open: (name, attributes) => {
        if (name === 'table:table') {
          sheets += 1;
          progress({ done: sheets - 1, of: sheets });
          rows.beginSheet(attributes['table:name'] ?? '');
        } else if (name === 'table:table-row') rowRepeats = repeats(attributes['table:number-rows-repeated']);
        else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
          cell = '';
          cellRepeats = repeats(attributes['table:number-columns-repeated']);
          typed = typedValueIn(attributes);
          const [columns, high] = [repeats(attributes['table:number-columns-spanned']), repeats(attributes['table:number-rows-spanned'])];
          if (columns > 1 || high > 1) rows.span(columns, high);
        } else if (name === 'office:annotation') annotations += 1;
        else if (name === 'text:p' && annotations === 0) {
          paragraphs += 1;
          if (cell !== '') cell = withPiece(cell, ' ');
        } else if (name === 'text:s' && paragraphs > 0) cell = withPiece(cell, ' ');
      },
      close: (name) => {
        if (name === 'text:p' && annotations === 0) paragraphs -= 1;
        else if (name === 'office:annotation') annotations -= 1;
        else if (name === 'table:table-cell') rows.cell(cell, cellRepeats, typed);
        // What a covered cell has in it is not shown (§9.1.5).
        else if (name === 'table:covered-table-cell') rows.cell('', cellRepeats);
        else if (name === 'table:table-row') rows.endRow(rowRepeats);
      },
      text: (piece) => {
        if (paragraphs > 0 && annotations === 0) cell = withPiece(cell, piece);
      },
    },
    () => text.isCut,
  );
  rows.end();
  return { pages: Math.max(1, sheets), isCut: rows.isCut };
}

/** §19.389: what a cell is, beside how it is displayed. */
function typedValueIn(attributes: Readonly<Record<string, string>>): TypedValue {
  const type = attributes['office:value-type'];
  const number = Number(attributes['office:value'] ?? Number.NaN);
  if (type === 'boolean') return { type: 'boolean', value: attributes['office:boolean-value'] === 'true' };
  if (type === 'date') return { type: 'date', value: attributes['office:date-value'] ?? '' };
  const isNumber = type === 'float' || type === 'percentage' || type === 'currency';
  return isNumber && Number.isFinite(number) ? { type: 'number', value: number } : undefined;
}

function repeats(attribute: string | undefined): number {
  const count = Number(attribute ?? 1);
  return Number.isInteger(count) && count > 0 ? count : 1;
}
