/**
 * The effective value of a JSON document that people and programs edit while Hub runs. It is read again when it changes. One that is not valid is
 * reported, and the last good one stays in force, across starts too. One that is missing counts as deleted after a while, because editors remove a
 * document before they write it again.
 */
import { rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolders } from '../files/make-folders.ts';
import { watchFolder } from '../files/watched-folder.ts';
import { type DocumentFault, missingDocument, type ParseDocument, readDocument, readText } from './json-document.ts';

/**
 * What `value` is. `as-written`: the document, or without one its defaults. `last-good`: the document is not valid, or has just disappeared, and an
 * earlier version is in force. `unknown`: it is not valid and there is no earlier version; `value` is the defaults, which nobody asked for.
 */
export type DocumentStanding = 'as-written' | 'last-good' | 'unknown';

export interface DocumentOptions<Value> {
  readonly file: string;
  /** Where a copy of the last good version is kept. */
  readonly lastGood: string;
  readonly parse: ParseDocument<Value>;
  /** Whether this value stays in force, and the missing file is a fault, once the file was missing for `goneAfterMs`. Without: never. */
  readonly outlivesFile?: (value: Value) => boolean;
  /** `standing`: what is in force now. */
  readonly onFault: (fault: DocumentFault, standing: DocumentStanding) => void;
  /** Called with each later valid version. */
  readonly onChange?: (value: Value) => void;
  readonly onStanding?: (standing: DocumentStanding) => void;
  /** A document that was missing for this long was deleted. */
  readonly goneAfterMs?: number;
}

export interface LiveDocument<Value> extends Disposable {
  readonly value: Value;
  readonly standing: DocumentStanding;
  /** What is wrong with the file as it is now; null if nothing is. */
  readonly fault: DocumentFault | null;
  /** Checks whether the file has changed, at the cost of one stat, and applies the change at once: for changes that must not come late. */
  look(): void;
}

/** An editor writes, renames and touches. */
const quietMs = 50;
const goneAfterMs = 3_000;
/** Within this time a file may change twice and keep the same timestamps. */
const coarsestClockMs = 100;

/** Opens a document. A missing one means `parse(missingDocument)`, which must be valid. */
export function openDocument<Value>(options: DocumentOptions<Value>): LiveDocument<Value> {
  const document = new OpenDocument(options);
  const watching = watchFolder(path.dirname(options.file), {
    names: [path.basename(options.file)],
    quietMs,
    changed: () => document.read(),
    look: () => document.look(),
  });
  return {
    get value() {
      return document.value;
    },
    get standing() {
      return document.standing;
    },
    get fault() {
      return document.fault;
    },
    look: () => document.look(),
    [Symbol.dispose]: () => {
      watching[Symbol.dispose]();
      document[Symbol.dispose]();
    },
  };
}

class OpenDocument<Value> implements Disposable {
  readonly #options: DocumentOptions<Value>;
  readonly #defaults: Value;
  /** Of the value in force; null for the defaults. */
  #text: string | null;
  #value: Value;
  #standing: DocumentStanding = 'as-written';
  #fault: DocumentFault | null = null;
  /** The signature of the file when it was last read; null if unknown. */
  #seen: string | null = null;
  /** The file whose fault was reported. */
  #blamed: string | null = null;
  #absent: NodeJS.Timeout | undefined;
  #isOpen = false;

  constructor(options: DocumentOptions<Value>) {
    this.#options = options;
    this.#defaults = defaultsOf(options.parse);
    const kept = readDocument(options.lastGood, options.parse);
    this.#text = kept.ok ? kept.text : null;
    this.#value = kept.ok && kept.text !== null ? kept.value : this.#defaults;
    makeFolder(options.file);
    this.read();
    this.#isOpen = true;
  }

  get value(): Value {
    return this.#value;
  }

  get standing(): DocumentStanding {
    return this.#standing;
  }

  get fault(): DocumentFault | null {
    return this.#fault;
  }

  look(): void {
    if (this.#seen === null || signatureOf(this.#options.file).signature !== this.#seen) this.read();
  }

  read(): void {
    const { file, parse } = this.#options;
    const seen = signatureOf(file);
    this.#seen = seen.isSettled ? seen.signature : null;
    const loaded = readDocument(file, parse);
    if (loaded.ok && loaded.text === null) return this.#isAbsent();
    this.#isBack();
    if (loaded.ok) return this.#adopt(loaded.text, loaded.value);
    this.#refuse(loaded.fault, seen.signature);
  }

  #refuse(fault: DocumentFault, signature: string): void {
    const blamed = `${signature} ${fault.reason} ${fault.line} ${fault.field}`;
    const standing = this.#text === null ? 'unknown' : 'last-good';
    this.#fault = fault;
    if (blamed !== this.#blamed) this.#options.onFault(fault, standing);
    this.#blamed = blamed;
    this.#stand(standing);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#absent);
  }

  #adopt(text: string | null, value: Value): void {
    this.#blamed = null;
    this.#fault = null;
    const isNews = text !== this.#text || this.#standing === 'unknown';
    this.#text = text;
    this.#value = value;
    if (text !== null) keepLastGood(this.#options.lastGood, text);
    this.#stand('as-written');
    if (isNews && this.#isOpen) this.#options.onChange?.(value);
  }

  /** If nothing else was ever known, the defaults apply at once. */
  #isAbsent(): void {
    if (this.#text === null && this.#standing === 'as-written') return;
    if (this.#standing === 'as-written') this.#stand('last-good');
    this.#absent ??= setTimeout(() => {
      this.#absent = undefined;
      const text = readText(this.#options.file);
      if (text.ok && text.value === null) this.#wasDeleted();
      else this.read();
    }, this.#options.goneAfterMs ?? goneAfterMs).unref();
  }

  #isBack(): void {
    clearTimeout(this.#absent);
    this.#absent = undefined;
  }

  /** If the next version is not valid, it must not bring back what the user has deleted. */
  #wasDeleted(): void {
    if (this.#options.outlivesFile?.(this.#value)) return this.#refuse({ reason: 'gone' }, 'missing');
    forget(this.#options.lastGood);
    this.#adopt(null, this.#defaults);
  }

  #stand(standing: DocumentStanding): void {
    if (standing === this.#standing) return;
    this.#standing = standing;
    if (this.#isOpen) this.#options.onStanding?.(standing);
  }
}

/**
 * Two states of the file that differ have different signatures; a link counts as what it leads to. One that is not settled was changed so shortly
 * before that another change may have left the same times.
 */
function signatureOf(file: string): { readonly signature: string; readonly isSettled: boolean } {
  try {
    const facts = statSync(file, { bigint: true, throwIfNoEntry: false });
    if (facts === undefined) return { signature: 'missing', isSettled: true };
    const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = facts;
    return { signature: [dev, ino, size, mtimeNs, ctimeNs].join('-'), isSettled: Math.abs(Date.now() - Number(ctimeMs)) > coarsestClockMs };
  } catch (error) {
    return { signature: (error as NodeJS.ErrnoException).code ?? 'unknown', isSettled: true };
  }
}

function defaultsOf<Value>(parse: ParseDocument<Value>): Value {
  const defaults = parse(missingDocument);
  if (!defaults.ok) throw new Error(`a document must be valid when empty; ${defaults.field} is not`);
  return defaults.value;
}

function makeFolder(file: string): void {
  try {
    makeFolders(path.dirname(file), 0o700);
  } catch {
    // A file in its place, or a disk that accepts nothing: the document can't be read, and that is reported.
  }
}

/** Keeps a copy of a valid version, if that is possible. */
export function keepLastGood(file: string, text: string): void {
  const kept = readText(file);
  if (kept.ok && kept.value === text) return;
  try {
    makeFolders(path.dirname(file), 0o700);
    writeFileSync(file, text, { mode: 0o600 }); // a torn copy does not parse, and then counts as missing
  } catch {
    // Without the copy, a later start with a broken document has nothing to fall back to.
  }
}

function forget(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // It applies again only if the document is not valid.
  }
}
