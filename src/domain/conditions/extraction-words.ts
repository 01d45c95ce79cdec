/** Why there is no text of a document, and what to do about it. */
import type { CutBy, ExtractionFailure } from '../../contract/extraction.ts';
import { extractionLimits } from '../../contract/words/extraction-limits.ts';
import { say } from '../language/say.ts';

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);

/** Who reads a sentence, and of what. */
export interface AboutDocument {
  /** `command`: advice may name commands and options. */
  readonly reader: 'command' | 'window';
  /** By which a picture is known; empty of a picture that has none. */
  readonly name?: string;
}

/** The end of a sentence that begins with the name of the document and a colon. */
export function whyNoText(reason: ExtractionFailure, about: AboutDocument): string {
  const sentence = (about.reader === 'command' ? forCommand[reason] : undefined) ?? sentences[reason];
  return sentence(about.name === undefined ? 'unknown' : about.name === '' || isPictureFile(about.name) ? 'picture' : 'document');
}

/** By its name: a file that says something else is read as what it is. */
export function isPictureFile(name: string): boolean {
  return /\.(?:png|jpe?g|gif|webp|bmp|tiff?|avif)$/i.test(name);
}

/** Which limit cut a text: the end of a sentence that begins with the name of the document and a colon. */
export function whyCut(by: CutBy = 'characters'): string {
  return cuts[by]();
}

const cuts: Readonly<Record<CutBy, () => string>> = {
  characters: () => say('the output was cut off at {count, number} characters', { count: extractionLimits.text }),
  pages: () => say('the output was cut off after {count, number} pages', { count: extractionLimits.pages }),
  entries: () => say('the list was cut off after {count, number} entries', { count: extractionLimits.entries }),
  unpacked: () => say('the list was cut off after {count} GB of unpacked content', { count: extractionLimits.unpackedBytes / 1024 ** 3 }),
  cells: () =>
    say(
      'the output is not complete: at most {repeats, number} identical cells or rows in succession are shown, and {count, number} characters of a cell',
      {
        repeats: extractionLimits.repeatedCells,
        count: extractionLimits.cellCharacters,
      },
    ),
  size: () => say('the output is not complete: some parts of the document are larger than Hub reads'),
  answer: () => say('the text is longer than one answer may be'),
};

/** Why there is no text, in a word or two, for a list of reasons. */
export function whyUnread(reason: string): string {
  return Object.hasOwn(inShort, reason) ? (inShort[reason]?.() ?? '') : say('unreadable');
}

const inShort: Readonly<Record<string, () => string>> = {
  'not-found': () => say('not found'),
  'not-a-file': () => say('not a file'),
  'endless-link': () => say('link to itself'),
  'not-permitted': () => say('not permitted'),
  unsupported: () => say('not supported'),
  'recognition-off': () => say('recognition is off'),
  'old-format': () => say('not supported'),
  encrypted: () => say('encrypted'),
  damaged: () => say('damaged'),
  'too-large': () => say('too large'),
  'too-many-pixels': () => say('too large'),
  'too-long': () => say('too large'),
  'too-deep': () => say('too large'),
  'too-slow': () => say('too slow'),
  'too-much-memory': () => say('too large'),
  'no-language': () => say('language not installed'),
};

type What = 'picture' | 'document' | 'unknown';

const seconds = extractionLimits.documentMs / 1_000;
const pictureSeconds = extractionLimits.pictureMs / 1_000;
const memory = megabytes(extractionLimits.memoryBytes);

const sentences: Readonly<Record<ExtractionFailure, (what: What) => string>> = {
  'not-found': () => say('the file is not there any more'),
  'not-a-file': () => say('it is not a file, but a folder or a device'),
  'endless-link': () => say('it is a symbolic link that leads back to itself'),
  'not-permitted': () => say('the permissions of this file do not let Hub read it'),
  unsupported: () =>
    say(
      'this format is not supported. Supported: PNG, JPEG, GIF, WebP, BMP, TIFF, PDF, DOCX, XLSX, XLS, PPTX, OpenDocument, RTF, EPUB, HTML, EML, CSV and plain text; convert the file to one of these',
    ),
  'recognition-off': () => say('it is a picture, and recognition is switched off'),
  'old-format': () =>
    say('the DOC and PPT formats (Word and PowerPoint up to 2003) are not supported; save the file as DOCX or PPTX first'),
  encrypted: () => say('it is protected by a password; open it, save a copy without a password, and extract that copy'),
  damaged: () => say('it is damaged or incomplete; download or copy it again'),
  'too-large': () =>
    say('the file is too large: Hub reads at most {count} MB, counted after unpacking; split it', {
      count: megabytes(extractionLimits.bytes),
    }),
  'too-many-pixels': () =>
    say(
      'the picture is too large: at most {pixels} million pixels are read, of a PNG {png} million, and {side, number} in one direction; crop it, or make it smaller',
      {
        pixels: extractionLimits.picturePixels / 1e6,
        png: Math.floor(extractionLimits.pngPixels / 1e6),
        side: extractionLimits.pictureSide,
      },
    ),
  'too-deep': () => say('its parts are nested too deeply, or there are too many of them; open it, save it again, or export it as PDF'),
  'too-slow': (what) =>
    what === 'picture'
      ? say('reading was stopped: it took longer than {seconds} s; make the picture smaller', { seconds: pictureSeconds })
      : what === 'document'
        ? say('reading was stopped: it took longer than {count} s, or one page of it longer than {seconds} s; split the file', {
            count: seconds,
            seconds: pictureSeconds,
          })
        : say('reading was stopped: it took longer than {count} s, or one picture longer than {seconds} s', {
            count: seconds,
            seconds: pictureSeconds,
          }),
  'too-much-memory': (what) =>
    what === 'picture'
      ? say('it took more than {count} MB of memory; make the picture smaller', { count: memory })
      : what === 'document'
        ? say('it took more than {count} MB of memory; split the file', { count: memory })
        : say('it took more than {count} MB of memory', { count: memory }),
  'no-language': () => say('the data for this language is not installed; install it in the quick settings of text extraction'),
  cancelled: () => say('it was cancelled'),
  crashed: () => say('the process that was reading it ended; try again, or export it as PDF'),
};

/** What helps who typed the name of the file. */
const forCommand: Readonly<Partial<Record<ExtractionFailure, () => string>>> = {
  'not-found': () => say('there is no such file; check its spelling, and the folder you are in'),
  'not-a-file': () => say('not a regular file; name a file, or pipe its content to standard input'),
  'not-permitted': () => say('you are not allowed to read this file; its owner can allow it: chmod a+r'),
  'no-language': () => say('the data for this language is not installed; install it: hub ocr --install LANG'),
};
