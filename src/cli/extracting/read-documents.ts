/** What `hub extract`, `hub ocr` and `hub structure` have in common: which documents they read, one after the other, and how they tell of each. */
import path from 'node:path';
import { failed } from '../../base/outcome.ts';
import type { ExtractedText, ExtractionFailure, ExtractionOptions } from '../../contract/extraction.ts';
import { whyNoText } from '../../domain/conditions/extraction-words.ts';
import { say } from '../../domain/language/say.ts';
import { type Extraction, Extractor, type ExtractorParts } from '../../extraction/extractor.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { oneLine } from '../table.ts';
import { visibleJson, visibleText } from '../terminal-safe.ts';

/** Standard input. */
const input = '-';

/** Of a document of which nothing special is wanted. */
export const usualOptions: ExtractionOptions = { languages: [], recognition: 'auto', words: false, structure: false };

/** The documents that were named: paths, or `-`, which no name at all means too; or the exit status. `nothing`: what to say where there is none. */
export function namedDocuments(surface: Surface, files: readonly string[], nothing: string): readonly string[] | ExitStatus {
  const documents = files.length === 0 ? [input] : files;
  if (documents.includes(input) && surface.inputIsTerminal) return wrongUsage(surface, nothing);
  if (documents.filter((file) => file === input).length > 1) return wrongUsage(surface, say('standard input can be read only once'));
  return documents;
}

/** Why a document gave nothing: for a person, and for a program. */
export interface Failure {
  readonly why: string;
  readonly word: string;
}

/** Prints or writes what is in each document. Its functions return why one failed, or null. */
export interface DocumentPrinter {
  add(file: string, extracted: ExtractedText): Failure | null;
  fail(file: string, failure: Failure): Failure;
  end(): void;
}

/**
 * What reads them; it starts with the first one at once, while the command learns what is wanted of it. Of standard input it starts only when it can have that.
 */
export function startedExtractor(surface: Surface, documents: readonly string[], parts: ExtractorParts): Extractor {
  const extractor = new Extractor({ languages: surface.places.languages, ...parts });
  if (documents[0] !== input) extractor.prepare();
  return extractor;
}

/** The languages that pictures are read in, by the preferences. Their schemas are loaded here, while the process that reads starts. */
export async function usualLanguages({ places }: Surface): Promise<readonly string[]> {
  const { effectiveDocument } = await import('../../configuration/effective-document.ts');
  return effectiveDocument(places, 'text-extraction').value.languages;
}

/** Reads each of them. One that cannot be read keeps none of the others from it; then the exit status is 1. */
export async function readDocuments(
  surface: Surface,
  documents: readonly string[],
  options: ExtractionOptions,
  printer: DocumentPrinter,
  extractor: Extractor,
): Promise<ExitStatus> {
  const read = (file: string, at: number) => {
    const progress: Extraction['progress'] = ({ done, of, isWaiting }) =>
      isWaiting !== true && surface.showProgress?.(progressLine(file, { at, files: documents.length, done, of }));
    // An empty name, as of a variable that is not set, would be that of the folder.
    if (file === '') return Promise.resolve(failed<ExtractionFailure>('not-found'));
    const order = { path: file === input ? null : path.resolve(file), options };
    return extractor.extract({ order, progress });
  };
  let isFailed = false;
  // One waits while another is read, so that its process can start meanwhile.
  const [first = input] = documents;
  let next: ReturnType<typeof read> | null = read(first, 0);
  for (const [at, file] of documents.entries()) {
    const reading = next ?? read(file, at);
    const following = documents[at + 1];
    next = following === undefined ? null : read(following, at + 1);
    const extracted = await reading;
    surface.showProgress?.('');
    const failure = extracted.ok ? printer.add(file, extracted.value) : printer.fail(file, failureOf(extracted.reason, file));
    if (failure === null) continue;
    isFailed = true;
    failedBecause(surface, `${shownName(file)}: ${failure.why}`, failure.word);
  }
  printer.end();
  return isFailed ? 1 : 0;
}

export function failureOf(reason: ExtractionFailure, file: string): Failure {
  return { why: whyNoText(reason, { reader: 'command', name: file }), word: reason.replaceAll('-', '_') };
}

/** Several documents are one array: each is printed when it is read, and the file of the whole is valid all the same. */
export class JsonOutput {
  readonly #surface: Surface;
  readonly #areMany: boolean;
  #separator = '[';

  constructor(surface: Surface, areMany: boolean) {
    this.#surface = surface;
    this.#areMany = areMany;
  }

  add(value: object): void {
    if (!this.#areMany) return printJson(this.#surface, value);
    this.#surface.print(this.#separator + visibleJson(value));
    this.#separator = ',';
  }

  /** One alone is told of like any failure. */
  fail(file: string, { why, word }: Failure): void {
    if (this.#areMany) this.add({ path: file, error: word, detail: why });
  }

  end(): void {
    if (this.#areMany) this.#surface.print(']');
  }
}

export function shownName(file: string): string {
  if (file === '') return '""';
  return file === input ? say('standard input') : oneLine(file, 4_096);
}

/** The heading of one of several, as `head` prints it. */
export function printHeading(surface: Surface, file: string): void {
  surface.print(`==> ${shownName(file)} <==`);
}

/** What a reader of the output alone would not know. */
export function noteOn(surface: Surface, file: string, note: string): void {
  surface.complain(`hub: ${visibleText(shownName(file))}: ${note}`);
}

export function noFolder(folder: string): string {
  return say('{folder} is not a folder, and cannot be created', { folder });
}

interface Progress {
  readonly at: number;
  readonly files: number;
  readonly done: number;
  readonly of: number;
}

function progressLine(file: string, { at, files, done, of }: Progress): string {
  const percent = of === 0 ? 0 : Math.min(100, Math.round((done / of) * 100));
  const name = file === input ? shownName(file) : oneLine(path.basename(file), 60);
  return files === 1
    ? say('reading {name}: {percent} %', { name, percent })
    : say('{number, number} of {files}: reading {name}: {percent} %', { number: at + 1, files, name, percent });
}
