/** What tesseract learned of a language: of English out of a package of Hub, of others out of the folder into which `hub ocr --install` writes. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { NoText } from '../no-text.ts';

/** More than any language takes. */
const mostBytes = 64 * 1024 * 1024;

/** @param folder of the installed languages. Throws `NoText` if there is none of this language, or if it is damaged. */
export function languageData(language: string, folder: string | null): Uint8Array {
  const file = fileOf(language, folder);
  if (file === null) throw new NoText('no-language');
  try {
    return gunzipSync(readFileSync(file), { maxOutputLength: mostBytes });
  } catch {
    throw new NoText('no-language');
  }
}

function fileOf(language: string, folder: string | null): string | null {
  const installed = folder === null ? null : path.join(folder, `${language}.traineddata.gz`);
  if (installed !== null && existsSync(installed)) return installed;
  if (language !== 'eng') return null;
  const packaged = path.dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng'));
  return path.join(packaged, '4.0.0_best_int', 'eng.traineddata.gz');
}
