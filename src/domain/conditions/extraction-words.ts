/** Why there is no text of a document, and what to do about it. */
import { type ExtractionFailure, extractionLimits } from '../../contract/extraction.ts';
import { say } from '../language/say.ts';

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);

/** The end of a sentence that begins with the name of the document and a colon. */
export function whyNoText(reason: ExtractionFailure): string {
  return sentences[reason]();
}

/** The same in a word or two, for a list of reasons. */
export function whyUnread(reason: string): string {
  return Object.hasOwn(inShort, reason) ? (inShort[reason]?.() ?? '') : say('unreadable');
}

const inShort: Readonly<Record<string, () => string>> = {
  'not-found': () => say('not found'),
  'not-a-file': () => say('not a file'),
  'not-permitted': () => say('not permitted'),
  unsupported: () => say('not supported'),
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

const sentences: Readonly<Record<ExtractionFailure, () => string>> = {
  'not-found': () => say('there is no such file; check its spelling, and the folder you are in'),
  'not-a-file': () => say('not a regular file; name a file, or pipe its content to standard input'),
  'not-permitted': () => say('you are not allowed to read this file; its owner can allow it: chmod a+r'),
  unsupported: () =>
    say(
      'this format is not supported. Supported: PNG, JPEG, GIF, WebP, BMP, TIFF, PDF, DOCX, XLSX, XLS, PPTX, OpenDocument, RTF, EPUB, HTML, EML, CSV and plain text; convert the file to one of these',
    ),
  'old-format': () =>
    say('the DOC and PPT formats (Word and PowerPoint up to 2003) are not supported; save the file as DOCX or PPTX first'),
  encrypted: () => say('it is protected by a password; open it, save a copy without a password, and extract that copy'),
  damaged: () => say('it is damaged or incomplete; download or copy it again'),
  'too-large': () =>
    say('it is too large: at most {count} MB are read (of a packed document, unpacked); split it', {
      count: megabytes(extractionLimits.bytes),
    }),
  'too-many-pixels': () =>
    say('the picture is too large: at most {pixels} million pixels are read; crop it, or make it smaller', {
      pixels: extractionLimits.picturePixels / 1e6,
    }),
  'too-deep': () =>
    say('its parts are nested too deeply, or there are too many of them; save it anew in the program that opens it, or export it as PDF'),
  'too-slow': () =>
    say(
      'reading was stopped: it took longer than {count} s, or one picture longer than {seconds} s; split the file, or make the picture smaller',
      {
        count: extractionLimits.documentMs / 1_000,
        seconds: extractionLimits.pictureMs / 1_000,
      },
    ),
  'too-much-memory': () =>
    say('reading was stopped: it took more than {count} MB of memory; split the file, or make the picture smaller', {
      count: megabytes(extractionLimits.memoryBytes),
    }),
  'no-language': () => say('the data for this language is not installed; install it: hub ocr --install LANG'),
  cancelled: () => say('it was cancelled'),
  crashed: () => say('the process that was reading it ended; try again, or export it as PDF'),
};
