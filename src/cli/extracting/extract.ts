/**
 * `hub extract FILE… | -`: the text of documents; needs no running Hub. A process of its own reads them, which may die of one: the others are read all
 * the same.
 */

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolders } from '../../base/files/make-folders.ts';
import type { ExtractedText, ExtractionOptions, RecognizedWord } from '../../contract/extraction.ts';
import { whyCut } from '../../domain/conditions/extraction-words.ts';
import { sayList } from '../../domain/language/numbers.ts';
import { say } from '../../domain/language/say.ts';
import type { ExtractorParts } from '../../extraction/extractor.ts';
import { knownLanguage } from '../../extraction/languages/known-languages.ts';
import { type ExitStatus, failedBecause, type Surface } from '../surface.ts';
import { visibleText } from '../terminal-safe.ts';
import { nameOf } from './language-names.ts';
import {
  type DocumentPrinter,
  type Failure,
  JsonOutput,
  namedDocuments,
  noFolder,
  noteOn,
  printHeading,
  readDocuments,
  startedExtractor,
  usualLanguages,
  usualOptions,
} from './read-documents.ts';

export interface ExtractOptions {
  readonly json?: boolean;
  /** A folder for one text file per document. */
  readonly output?: string;
  /** How pictures are read; by default, those and pages without text, in the usual language. */
  readonly recognition?: ExtractionOptions;
}

const exists = 'EEXIST';

/** @param files paths, or `-` for standard input; none means standard input too. */
export async function extract(
  surface: Surface,
  files: readonly string[],
  options: ExtractOptions,
  parts: ExtractorParts = {},
): Promise<ExitStatus> {
  const nothing =
    options.recognition === undefined
      ? say('nothing to extract; name files (hub extract a.pdf b.docx), or pass one to standard input (… | hub extract -)')
      : say('nothing to read; name pictures (hub ocr a.png b.jpg), or pass one to standard input (… | hub ocr -)');
  const documents = namedDocuments(surface, files, nothing);
  if (typeof documents === 'number') return documents;
  if (options.output !== undefined && !madeFolder(options.output)) return failedBecause(surface, noFolder(options.output));
  using extractor = startedExtractor(surface, documents, parts);
  const asked = options.recognition ?? usualOptions;
  const reading = asked.languages.length > 0 ? asked : { ...asked, languages: [...(await usualLanguages(surface))] };
  const printer = new Printer(surface, documents.length > 1, { ...options, languages: reading.languages });
  return await readDocuments(surface, documents, reading, printer, extractor);
}

interface PrinterOptions extends ExtractOptions {
  /** In which pictures are read; English if empty. */
  readonly languages: readonly string[];
}

/** Prints or writes each text. */
class Printer implements DocumentPrinter {
  readonly #surface: Surface;
  readonly #areMany: boolean;
  readonly #options: PrinterOptions;
  readonly #json: JsonOutput | null;

  constructor(surface: Surface, areMany: boolean, options: PrinterOptions) {
    this.#surface = surface;
    this.#areMany = areMany;
    this.#options = options;
    this.#json = options.json ? new JsonOutput(surface, areMany) : null;
  }

  add(file: string, extracted: ExtractedText): Failure | null {
    const { output } = this.#options;
    const target = output === undefined ? null : path.join(output, `${file === '-' ? 'standard-input' : path.basename(file)}.txt`);
    if (target !== null) {
      const why = whyNotWritten(
        target,
        this.#options.recognition?.words && this.#json === null ? wordRows(extracted.words ?? []) : extracted.text,
      );
      if (why !== null) return this.fail(file, { why, word: 'not_written' });
    }
    const { text, ...facts } = extracted;
    if (this.#json !== null) this.#json.add({ path: file, ...(target === null ? { text } : { writtenTo: target }), ...facts });
    else if (target !== null) this.#surface.print(visibleText(target));
    else this.#printText(file, this.#options.recognition?.words ? wordRows(extracted.words ?? []) : text);
    if (this.#json === null) this.#note(file, extracted);
    return null;
  }

  fail(file: string, failure: Failure): Failure {
    this.#json?.fail(file, failure);
    return failure;
  }

  end(): void {
    this.#json?.end();
  }

  #printText(file: string, text: string): void {
    if (this.#areMany) printHeading(this.#surface, file);
    if (text !== '') this.#surface.print((this.#surface.terminal ? visibleText(text) : text).replace(/\n$/, ''));
  }

  #note(file: string, { text, isCut, cutBy, pages, pagesWithoutText, isEmpty, format }: ExtractedText): void {
    const nothing =
      isEmpty === true && file !== '-' ? say('the file is empty') : format === 'image' ? this.#nothingIn() : say('there is no text in it');
    const isPart = pagesWithoutText > 0 && pages > 1;
    const without = isPart ? [withoutText(pagesWithoutText, pages)] : text === '' || pagesWithoutText > 0 ? [nothing] : [];
    const notes = [...(isCut ? [whyCut(cutBy)] : []), ...without];
    for (const note of notes) noteOn(this.#surface, file, note);
  }

  /** Of a picture, which may have text in another language. */
  #nothingIn(): string {
    const { languages } = this.#options;
    const names = (languages.length === 0 ? ['eng'] : languages).map((name) => nameOf(knownLanguage(name) ?? 'eng'));
    return say('no text in {languages} was found; for other languages: hub ocr --languages', { languages: sayList(names) });
  }
}

function withoutText(count: number, pages: number): string {
  return say('{count, plural, one {# of {pages} pages has no text} other {# of {pages} pages have no text}}', { count, pages });
}

/** One for each word: page, place, certainty and text, with tabs between them. */
function wordRows(words: readonly RecognizedWord[]): string {
  return words
    .map(({ text, box, certainty, page }) => [page, box.left, box.top, box.width, box.height, certainty, text].join('\t'))
    .concat('')
    .join('\n');
}

function madeFolder(folder: string): boolean {
  try {
    makeFolders(folder, 0o777);
    return true;
  } catch {
    return false;
  }
}

/** An existing file is never overwritten. */
function whyNotWritten(target: string, text: string): string | null {
  try {
    writeFileSync(target, text, { flag: 'wx' });
    return null;
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === exists;
    return isThere
      ? say('{file} exists already; name another folder with --output', { file: target })
      : say('{file} cannot be written; check the free space and permissions of its folder', { file: target });
  }
}
