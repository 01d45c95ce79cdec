/** The texts that the cells of an XLSX point to (ECMA-376 part 1, §18.4). */
import { NoText } from '../no-text.ts';
import { withPiece } from '../sheet-rows.ts';
import { readXml } from '../xml-events.ts';
import type { ZipFile } from '../zip-file.ts';

/** Of all of them together, UTF-16 units: they are held while the sheets are read. */
const mostCharacters = 48 * 1024 * 1024;
const mostStrings = 2_000_000;

export async function readSharedStrings(zip: ZipFile, part: string): Promise<readonly string[]> {
  const strings: string[] = [];
  // A workbook of numbers, or with its texts in the cells, has none.
  if (zip.entry(part) === undefined) return strings;
  let [characters, isText, phonetic, one] = [0, false, 0, ''];
  await readXml(
    zip.parts(part),
    {
      open: (tag) => {
        const name = tag.slice(tag.indexOf(':') + 1);
        if (name === 'si') one = '';
        else if (name === 't') isText = true;
        else if (name === 'rPh') phonetic += 1; // how a Japanese text is read aloud
      },
      close: (tag) => {
        const name = tag.slice(tag.indexOf(':') + 1);
        if (name === 't') isText = false;
        else if (name === 'rPh') phonetic -= 1;
        else if (name === 'si') {
          strings.push(one);
          characters += one.length;
          if (characters > mostCharacters || strings.length > mostStrings) throw new NoText('too-large');
        }
      },
      text: (piece) => {
        if (isText && phonetic === 0) one = withPiece(one, piece);
      },
    },
    () => false,
  );
  return strings;
}
