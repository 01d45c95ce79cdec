/** How the cells of an XLSX display numbers, by the index of their style (ECMA-376 part 1, §18.8). */
import { readXml } from '../xml-events.ts';
import type { ZipFile } from '../zip-file.ts';

/** The number of a format that every program knows, or a format of this file. */
export async function readCellFormats(zip: ZipFile, part: string): Promise<readonly (number | string)[]> {
  const own = new Map<number, string>();
  const formats: (number | string)[] = [];
  let isInCells = false;
  if (zip.entry(part) === undefined) return formats;
  await readXml(
    zip.parts(part),
    {
      open: (tag, { numFmtId, formatCode }) => {
        const name = tag.slice(tag.indexOf(':') + 1);
        if (name === 'cellXfs') isInCells = true;
        else if (name === 'numFmt' && formatCode !== undefined) own.set(Number(numFmtId), formatCode);
        else if (name === 'xf' && isInCells) formats.push(own.get(Number(numFmtId)) ?? (Number(numFmtId) || 0));
      },
      close: (tag) => {
        if (tag.endsWith('cellXfs')) isInCells = false;
      },
    },
    () => false,
  );
  return formats;
}
