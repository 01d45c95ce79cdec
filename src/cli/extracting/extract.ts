/**
 * `hub extract FILE… | -`: the text of documents; needs no running Hub. A process of its own reads them, which may die of one: the others are read all
 * the same.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import {
  type ExtractedText,
  type ExtractionFailure,
  type ExtractionOptions,
  type ExtractionProgress,
  extractionOptions,
  type RecognizedWord,
} from '../../contract/extraction.ts';
import { whyNoText } from '../../domain/conditions/extraction-words.ts';
import { say } from '../../domain/language/say.ts';
import { Extractor, type ExtractorParts } from '../../extraction/extractor.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { oneLine } from '../table.ts';
import { visibleJson, visibleText } from '../terminal-safe.ts';

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
  const inputs = files.length === 0 ? ['-'] : files;
  if (inputs.includes('-') && surface.inputIsTerminal)
    return wrongUsage(
      surface,
      options.recognition === undefined
        ? say('nothing to extract; name files (hub extract a.pdf b.docx), or pass one to standard input (… | hub extract -)')
        : say('nothing to read; name pictures (hub ocr a.png b.jpg), or pass one to standard input (… | hub ocr -)'),
    );
  if (inputs.filter((file) => file === '-').length > 1) return wrongUsage(surface, say('standard input can be read only once'));
  if (options.output !== undefined && !madeFolder(options.output))
    return failedBecause(surface, say('{folder} is no folder, and cannot be made one', { folder: options.output }));
  using extractor = new Extractor({ languages: surface.places.languages, ...parts });
  const asked = options.recognition ?? extractionOptions.parse({});
  const { languages } = effectiveDocument(surface.places, 'text-extraction').value;
  const reading = asked.languages.length > 0 ? asked : { ...asked, languages };
  const printer = new Printer(surface, inputs.length > 1, options);
  let isFailed = false;
  for (const [at, file] of inputs.entries()) {
    const progress = ({ done, of }: ExtractionProgress): void => surface.showProgress?.(progressLine(file, at, inputs.length, done, of));
    const order = { path: file === '-' ? null : path.resolve(file), options: reading };
    const extracted = await extractor.extract({ order, progress });
    surface.showProgress?.('');
    const why = extracted.ok ? printer.add(file, extracted.value) : printer.fail(file, extracted.reason);
    if (why === null) continue;
    isFailed = true;
    failedBecause(surface, `${shownName(file)}: ${why}`, extracted.ok ? 'not_written' : wordOf(extracted.reason));
  }
  printer.end();
  return isFailed ? 1 : 0;
}

/** Prints or writes each text. Its functions return why one failed, or null. */
class Printer {
  readonly #surface: Surface;
  readonly #areMany: boolean;
  readonly #options: ExtractOptions;
  #separator = '[';

  constructor(surface: Surface, areMany: boolean, options: ExtractOptions) {
    this.#surface = surface;
    this.#areMany = areMany;
    this.#options = options;
  }

  add(file: string, extracted: ExtractedText): string | null {
    const { output, json } = this.#options;
    const target = output === undefined ? null : path.join(output, `${file === '-' ? 'standard-input' : path.basename(file)}.txt`);
    if (target !== null) {
      const why = whyNotWritten(target, this.#options.recognition?.words && !json ? wordRows(extracted.words ?? []) : extracted.text);
      if (why !== null) return this.#without(file, 'not-written', why);
    }
    const { text, ...facts } = extracted;
    if (json) this.#printJson({ path: file, ...(target === null ? { text } : { writtenTo: target }), ...facts });
    else if (target !== null) this.#surface.print(visibleText(target));
    else this.#printText(file, this.#options.recognition?.words ? wordRows(extracted.words ?? []) : text);
    if (!json) this.#note(file, extracted);
    return null;
  }

  fail(file: string, reason: ExtractionFailure): string {
    return this.#without(file, reason, whyNoText(reason));
  }

  end(): void {
    if (this.#options.json && this.#areMany) this.#surface.print(']');
  }

  #without(file: string, reason: string, why: string): string {
    if (this.#options.json && this.#areMany) this.#printJson({ path: file, error: wordOf(reason), detail: why });
    return why;
  }

  #printJson(value: object): void {
    if (!this.#areMany) return printJson(this.#surface, value);
    this.#surface.print(this.#separator + visibleJson(value));
    this.#separator = ',';
  }

  /** Several have a heading, as `head` prints it. */
  #printText(file: string, text: string): void {
    if (this.#areMany) this.#surface.print(`==> ${shownName(file)} <==`);
    if (text !== '') this.#surface.print((this.#surface.terminal ? visibleText(text) : text).replace(/\n$/, ''));
  }

  /** What a reader of the text alone would not know. */
  #note(file: string, { isCut, pages, pagesWithoutText }: ExtractedText): void {
    const notes = [
      ...(isCut ? [say('the text is longer, and was cut')] : []),
      ...(pagesWithoutText > 0
        ? [say('{count} of {pages, plural, one {# page} other {# pages}} have no text', { count: pagesWithoutText, pages })]
        : []),
    ];
    for (const note of notes) this.#surface.complain(`hub: ${visibleText(shownName(file))}: ${note}`);
  }
}

/** One for each word: page, place, certainty and text, with tabs between them. */
function wordRows(words: readonly RecognizedWord[]): string {
  return words
    .map(({ text, box, certainty, page }) => [page, box.left, box.top, box.width, box.height, certainty, text].join('\t'))
    .concat('')
    .join('\n');
}

/** Also for `hub structure`. */
export function wordOf(reason: string): string {
  return reason.replaceAll('-', '_');
}

/** Also for `hub structure`. */
export function shownName(file: string): string {
  return file === '-' ? say('standard input') : oneLine(file, 4_096);
}

/** Also for `hub structure`. */
export function progressLine(file: string, at: number, files: number, done: number, of: number): string {
  const percent = of === 0 ? 0 : Math.min(100, Math.round((done / of) * 100));
  const name = file === '-' ? shownName(file) : oneLine(path.basename(file), 60);
  return files === 1
    ? say('reading {name}: {percent} %', { name, percent })
    : say('{number, number} of {files}: reading {name}: {percent} %', { number: at + 1, files, name, percent });
}

function madeFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
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
      : say('{file} cannot be written; check the room and the rights of its folder', { file: target });
  }
}
