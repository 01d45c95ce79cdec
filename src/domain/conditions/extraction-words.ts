/** Why there is no text of a document, and what to do about it. */
import { type ExtractionFailure, extractionLimits } from '../../contract/extraction.ts';
import { say } from '../language/say.ts';

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);

/** The end of a sentence that begins with the name of the document and a colon. */
export function whyNoText(reason: ExtractionFailure): string {
  return sentences[reason]();
}

const sentences: Readonly<Record<ExtractionFailure, () => string>> = {
  'not-found': () => say('there is no such file; check its spelling, and the folder you are in'),
  'not-a-file': () => say('this is a folder, a device or a pipe; name a file in it, or pass its content to standard input'),
  'not-permitted': () => say('you are not allowed to read this file; its owner can allow it: chmod a+r'),
  unsupported: () =>
    say(
      'no text can be extracted from this format, only from pictures, PDF, DOCX, XLSX, XLS, PPTX, OpenDocument, RTF, EPUB, HTML, mails, tables and texts; export it as PDF',
    ),
  'old-format': () =>
    say('no text is extracted from DOC and PPT, the formats of Word and PowerPoint until 2003; save it as DOCX or PPTX, and extract that'),
  encrypted: () => say('it is protected by a password; open it, save a copy without a password, and extract that copy'),
  damaged: () => say('it is damaged or incomplete; download or copy it again'),
  'too-large': () =>
    say(
      'it is too large: at most {count} MB are read (of a packed document, unpacked), and pictures of at most {pixels} million pixels; split it',
      {
        count: megabytes(extractionLimits.bytes),
        pixels: extractionLimits.picturePixels / 1e6,
      },
    ),
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
