/**
 * `hub structure FILE… | -`: tables, pairs, lists, code, links, addresses, dates and amounts out of documents, pictures and texts. Needs no running Hub; the
 * process that reads documents does the work.
 */
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { type StructuredText, structureLimits } from '../../contract/extraction/structured-text.ts';
import type { ExtractedText } from '../../contract/extraction.ts';
import { type StructureForm, type StructureKind, structureForms, structureKinds } from '../../contract/words/listed-words.ts';
import { whyCut } from '../../domain/conditions/extraction-words.ts';
import { say } from '../../domain/language/say.ts';
import { listOfKind, markdownOf, tablesOfKind, withPairsOfTables } from '../../domain/structure/structure-forms.ts';
import { separatedTable } from '../../domain/structure/table-forms.ts';
import type { ExtractorParts } from '../../extraction/extractor.ts';
import { type ExitStatus, failedBecause, type Surface, wrongUsage } from '../surface.ts';
import { oneLine } from '../table.ts';
import { visibleText } from '../terminal-safe.ts';
import { languagesToRead } from './ocr.ts';
import { PartsFolder, savedKinds } from './parts-folder.ts';
import {
  type DocumentPrinter,
  type Failure,
  failureOf,
  JsonOutput,
  namedDocuments,
  noFolder,
  noteOn,
  printHeading,
  readDocuments,
  startedExtractor,
  usualOptions,
} from './read-documents.ts';

export interface StructureOptions {
  readonly json?: boolean;
  readonly as?: string;
  /** Kinds with commas between them; those of the preferences by default, tables alone as CSV or TSV, all for `--json`. */
  readonly kind?: string;
  /** A folder for tables and code, each as a file of its own. */
  readonly save?: string;
  /** Nothing is put in front of what a spreadsheet takes for a formula. */
  readonly exact?: boolean;
  readonly lang?: string;
}

interface Wanted {
  readonly form: StructureForm;
  /** Of the files of `--save`. */
  readonly savedForm: StructureForm;
  readonly kinds: readonly StructureKind[];
  /** Switched off in the quick settings, and not named otherwise. */
  readonly off: readonly StructureKind[];
  readonly isGuarded: boolean;
}

/** @param files paths, or `-` for standard input; none means standard input too. */
export async function structure(
  surface: Surface,
  files: readonly string[],
  options: StructureOptions,
  parts: ExtractorParts = {},
): Promise<ExitStatus> {
  const nothing = say('nothing to read; name files (hub structure a.xlsx b.html), or pass one to standard input (… | hub structure -)');
  const documents = namedDocuments(surface, files, nothing);
  if (typeof documents === 'number') return documents;
  const wanted = wantedOf(surface, options);
  if (wanted === null) return 2;
  const named = languagesToRead(surface, options.lang ?? '');
  if (typeof named === 'number') return named;
  const languages = named.length > 0 ? named : effectiveDocument(surface.places, 'text-extraction').value.languages;
  const folder = options.save === undefined ? null : PartsFolder.open(options.save);
  if (folder === null && options.save !== undefined) return failedBecause(surface, noFolder(options.save));
  const printer = new Printer(surface, documents.length > 1, wanted, folder);
  using extractor = startedExtractor(surface, documents, parts);
  return await readDocuments(surface, documents, { ...usualOptions, structure: true, languages: [...languages] }, printer, extractor);
}

function wantedOf(surface: Surface, { json, as, kind, save, exact }: StructureOptions): Wanted | null {
  const usually = effectiveDocument(surface.places, 'structured-text').value;
  const form = json ? 'json' : structureForms.find((one) => one === (as ?? (save === undefined ? usually.form : 'markdown')));
  if (form === undefined || (json && as !== undefined && as !== 'json')) {
    wrongUsage(
      surface,
      say('{name} is not an output format; use one of {known}', { name: oneLine(as ?? '', 40), known: structureForms.join(', ') }),
    );
    return null;
  }
  // Nobody asks for nothing: with all of them switched off, all are found.
  const isChosen = (one: StructureKind): boolean => usually.kinds[one === 'key-values' ? 'key_values' : one];
  const chosen = structureKinds.filter(isChosen).join();
  const usual =
    save !== undefined && !json
      ? 'tables,code'
      : isSeparated(form) && (usually.kinds.tables || chosen === '')
        ? 'tables'
        : json || chosen === ''
          ? structureKinds.join()
          : chosen;
  const named = (kind ?? usual).split(',').map((name) => name.trim());
  const unknown = named.find((name) => !structureKinds.some((one) => one === name));
  if (unknown !== undefined) {
    wrongUsage(
      surface,
      say('there is no kind called {name}; the kinds are {known}', { name: oneLine(unknown, 40), known: structureKinds.join(', ') }),
    );
    return null;
  }
  const unsaved = named.filter((name) => !savedKinds.some((one) => one === name));
  if (save !== undefined && unsaved.length === named.length) {
    wrongUsage(surface, say('--save writes tables and code; name one of them with --kind, or leave --kind out'));
    return null;
  }
  if (save !== undefined && !json && unsaved.length > 0)
    surface.complain(`hub: ${say('only tables and code are saved, not: {kinds}', { kinds: unsaved.join(', ') })}`);
  const savedForm = as === undefined ? 'csv' : form;
  const kinds = structureKinds.filter((one) => named.includes(one));
  const isShown = kind === undefined && chosen !== '' && form !== 'json' && save === undefined;
  const off = isShown ? structureKinds.filter((one) => !named.includes(one) && !isChosen(one)) : [];
  return { form, savedForm, kinds, off, isGuarded: !(exact ?? usually.exact) };
}

/** Prints or saves what was found in each document. */
class Printer implements DocumentPrinter {
  readonly #surface: Surface;
  readonly #areMany: boolean;
  readonly #wanted: Wanted;
  readonly #folder: PartsFolder | null;
  readonly #json: JsonOutput | null;

  constructor(surface: Surface, areMany: boolean, wanted: Wanted, folder: PartsFolder | null) {
    this.#surface = surface;
    this.#areMany = areMany;
    this.#wanted = wanted;
    this.#folder = folder;
    this.#json = wanted.form === 'json' ? new JsonOutput(surface, areMany) : null;
  }

  add(file: string, extracted: ExtractedText): Failure | null {
    const { structure: given, format, pages, isCut, pagesWithoutText } = extracted;
    if (given === undefined) return this.fail(file, failureOf('crashed', file));
    const { savedForm, kinds, isGuarded } = this.#wanted;
    const found = withPairsOfTables(given, kinds);
    const saved = this.#folder?.save(file, found, { form: savedForm, kinds, isGuarded }) ?? null;
    if (saved !== null && !saved.ok) return this.fail(file, { why: saved.why, word: 'not_written' });
    const isWhole = !isCut && !found.isCut;
    if (this.#json !== null) {
      const lists = Object.fromEntries(kinds.map((kind) => [listOfKind[kind], found[listOfKind[kind]]]));
      this.#json.add({ path: file, format, pages, pagesWithoutText, isCut: !isWhole, ...lists, ...(saved?.ok && { saved: saved.files }) });
      return null;
    }
    if (this.#areMany) printHeading(this.#surface, file);
    if (saved?.ok) for (const one of saved.files) this.#surface.print(visibleText(one));
    else this.#printFound(found);
    const nothing = (saved === null ? kinds : kinds.filter((kind) => savedKinds.includes(kind))).every(
      (kind) => found[listOfKind[kind]].length === 0,
    );
    if (nothing) noteOn(this.#surface, file, say('none of these kinds was found'));
    this.#noteOff(file, given);
    if (isWhole) return null;
    const why = found.isCut ? cutStructure() : whyCut(extracted.cutBy);
    // Nothing in a table of separated values says that rows of it are missing.
    if (isSeparated(this.#folder === null ? this.#wanted.form : savedForm)) return { why, word: 'cut' };
    noteOn(this.#surface, file, why);
    return null;
  }

  fail(file: string, failure: Failure): Failure {
    this.#json?.fail(file, failure);
    return failure;
  }

  end(): void {
    this.#json?.end();
  }

  /** What is there, and was switched off some day. */
  #noteOff(file: string, given: StructuredText): void {
    const { off } = this.#wanted;
    const all = withPairsOfTables(given, off);
    const left = off.filter((kind) => all[listOfKind[kind]].length > 0).join(',');
    if (left !== '')
      noteOn(
        this.#surface,
        file,
        say('{kinds} were left out because of your quick settings; use --kind {kinds} to include them', { kinds: left }),
      );
  }

  #printFound(found: StructuredText): void {
    const { form, kinds, isGuarded } = this.#wanted;
    if (form === 'markdown') {
      const blocks = kinds.flatMap((kind) => {
        const ofKind = markdownOf(found, kind);
        return ofKind.length === 0 || kinds.length === 1 ? ofKind : [`## ${kindTitles[kind]()}\n`, ...ofKind];
      });
      const text = blocks.join('\n').replace(/\n$/, '');
      if (text !== '') this.#surface.print(this.#surface.terminal ? visibleText(text) : text);
      return;
    }
    const separator = form === 'csv' ? ',' : '\t';
    const tables = kinds.flatMap((kind) => tablesOfKind(found, kind)).map((table) => separatedTable(table, { separator, isGuarded }));
    const text = tables.join('\r\n');
    // Line ends of CSV are its own, which no line of a terminal is.
    if (this.#surface.terminal) {
      if (text !== '') this.#surface.print(visibleText(text.replaceAll('\r\n', '\n')).replace(/\n$/, ''));
    } else this.#surface.printBytes(Buffer.from(text));
  }
}

function isSeparated(form: StructureForm): boolean {
  return form === 'csv' || form === 'tsv';
}

function cutStructure(): string {
  const { cells, things, characters } = structureLimits;
  return say(
    'output truncated: at most {cells, number} table cells and {things, number} items of any other kind are extracted, from the first {mebi} Mi characters',
    { cells, things, mebi: characters / 1024 / 1024 },
  );
}

const kindTitles: Readonly<Record<StructureKind, () => string>> = {
  tables: () => say('Tables'),
  'key-values': () => say('Names and values'),
  lists: () => say('Lists'),
  code: () => say('Code'),
  links: () => say('Links'),
  addresses: () => say('Email addresses'),
  dates: () => say('Dates'),
  amounts: () => say('Amounts'),
};
