/** What was read in a picture or in copied files, as the window shows it; and the line of it that is the title of a picture. */
import type { ExtractionProgress } from '../../../contract/extraction.ts';
import type { ExtractedView } from '../../../contract/page-rows/extracted-view.ts';
import { secretFamilies } from '../../../contract/secret-families.ts';
import type { ExtractedPart, Fragment } from '../../../contract/source-snapshot.ts';
import { whyNoText } from '../../conditions/extraction-words.ts';
import { say } from '../../language/say.ts';
import { withoutSecretLines } from '../../secrets/find-secret.ts';
import { secretInWords } from '../../secrets/secret-in-words.ts';
import { lastPart } from '../shown-place.ts';
import { cutText, oneLine, withoutHarmfulCharacters } from '../shown-text.ts';
import { typeName } from '../type-names.ts';
import { foundInPart, nothingFound } from './found-in-text.ts';
import { nameOfReading, type Readings, readingInWords } from './reading-progress.ts';

/** The kinds of files from which text is extracted, by their endings. */
// biome-ignore format: a list
const readableEndings: ReadonlySet<string> = new Set([
  'pdf', 'docx', 'docm', 'dotx', 'xlsx', 'xlsm', 'xlsb', 'xls', 'pptx', 'pptm', 'ppsx', 'odt', 'ods', 'odp', 'rtf', 'epub', 'html', 'htm', 'eml', 'csv', 'tsv',
  'zip', 'jar', 'tar', 'tgz', 'gz', 'txt', 'md', 'png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'tif', 'tiff',
]);
/** A copy may contain the files of a whole disk. */
const mostFiles = 20;
const longestText = 65_536;
const longestName = 100;

/** One for a picture or a document, and one for each copied file that can be read. None of what must not be read. */
export function extractedViews(fragment: Fragment, readings: Readings = {}): readonly ExtractedView[] {
  const { kind, state, secret, files = [], extracted = [] } = fragment;
  if (state === 'captured' || state === 'filtered' || secret !== undefined || kind === 'text') return [];
  const partOf = (file: number): ExtractedPart | undefined => extracted.find((part) => part.file === file);
  const shown = (file: number, name: string): ExtractedView =>
    viewOf(file, name, partOf(file), readings[nameOfReading({ fragmentId: fragment.id, file })]);
  if (kind === 'image') return [shown(0, '')];
  if (kind === 'document') return [shown(0, documentName(fragment))];
  return files
    .map((path, file) => [path, file] as const)
    .filter(([path, file]) => readableEndings.has(endingOf(path)) || partOf(file) !== undefined)
    .slice(0, mostFiles)
    .map(([path, file]) => shown(file, oneLine(lastPart(path), longestName)));
}

function documentName({ savedPath, detection }: Fragment): string {
  const type = detection === null ? say('Document') : typeName(detection.typeId);
  return savedPath === null ? type : oneLine(lastPart(savedPath), longestName);
}

function endingOf(path: string): string {
  return /\.([a-z0-9]{1,5})$/i.exec(lastPart(path))?.[1]?.toLowerCase() ?? '';
}

function viewOf(file: number, name: string, part: ExtractedPart | undefined, progress: ExtractionProgress | undefined): ExtractedView {
  const canCancel = progress !== undefined && part?.state === 'reading';
  if (part === undefined) return { file, name, state: 'unread', text: '', found: nothingFound, isInLines: false, note: '', canCancel };
  const text = cutText(withoutHarmfulCharacters((part.text ?? '').slice(0, longestText + 1)), longestText).trimEnd();
  return {
    file,
    name,
    state: part.state,
    text,
    found: foundInPart(part),
    isInLines: isInLines(text),
    note: noteOf(part, name, progress),
    canCancel,
  };
}

/** Indented, or with gaps as in a table. */
function isInLines(text: string): boolean {
  return /^(?: {2}|\t)/m.test(text) || /\S {3}/.test(text);
}

function noteOf({ state, reason, secret, textTruncated }: ExtractedPart, name: string, progress: ExtractionProgress | undefined): string {
  switch (state) {
    case 'reading':
      return readingInWords(progress);
    case 'read':
      return textTruncated === true ? say('There is more text than is shown here') : '';
    case 'empty':
      return say('No text was found');
    case 'failed':
      return say('It could not be read: {why}', { why: whyNoText(reason ?? 'crashed', { reader: 'window', name }) });
    case 'secret': {
      const family = secretFamilies.find((each) => each === secret);
      return say('The text looks like {secret}, so it is not kept; the picture or file itself stays', {
        secret: family === undefined ? say('a secret') : secretInWords(family),
      });
    }
  }
}

/** Recognition makes letters of lines and shadows: a line says something with a word, or with some signs of a script that has no spaces. */
const word = /\p{Letter}{3}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2}/u;
/** Of its signs, in words and numbers of two or more: what is recognized in symbols are single letters. */
const leastShare = 0.7;
/** Of a text, for a title. */
const mostLines = 40;

/** The first line of a picture's text that says something; empty without one. Never a line that may say a secret. */
export function titleInPicture({ secret, extracted = [] }: Pick<Fragment, 'secret' | 'extracted'>, longest: number): string {
  const [part] = extracted;
  if (secret !== undefined || part === undefined || part.secret !== undefined || part.text === undefined) return '';
  const lines = withoutSecretLines(part.text).split('\n', mostLines);
  return oneLine(lines.find(isTelling) ?? '', longest);
}

function isTelling(line: string): boolean {
  const signs = line.replaceAll(/\s/g, '');
  const inWords = line.match(/[\p{Letter}\p{Number}]{2,}/gu)?.reduce((sum, each) => sum + each.length, 0) ?? 0;
  return word.test(line) && inWords >= signs.length * leastShare;
}
