/**
 * A JSON document on disk that people and programs edit while we run, as it is in force. It is read again when it changes; one that makes no
 * sense is reported, and the last good one stays in force, across starts too. One that is gone counts as deleted when it has stayed away for a
 * while: editors take a document away before they write it anew.
 */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type DocumentFault, type ParseDocument, readDocument, readText } from './json-document.ts';
import { watchFile } from './watched-file.ts';

/**
 * What `value` is. `as-written`: the document, or without one its defaults. `last-good`: the document makes no sense, or has just gone, and an
 * earlier form is in force. `unknown`: it makes no sense and there is no earlier form; `value` are the defaults, which nobody asked for.
 */
export type DocumentStanding = 'as-written' | 'last-good' | 'unknown';

export interface DocumentOptions<Value> {
  readonly file: string;
  /** Where a copy of the last good form is kept. */
  readonly lastGood: string;
  readonly parse: ParseDocument<Value>;
  /** `standing`: what is in force now. */
  readonly onFault: (fault: DocumentFault, standing: DocumentStanding) => void;
  /** Hears of each later good form. */
  readonly onChange?: (value: Value) => void;
  readonly onStanding?: (standing: DocumentStanding) => void;
  /** A document that has stayed away for so long was deleted. */
  readonly goneAfterMs?: number;
}

export interface LiveDocument<Value> extends Disposable {
  readonly value: Value;
  readonly standing: DocumentStanding;
  /** Looks whether the file has changed, at the cost of one stat, and has it in force when it has: for what must not come a moment late. */
  look(): void;
}

const goneAfterMs = 3_000;
/** Within this, a file may change twice and have the same times. */
const coarsestClockMs = 100;

/** Opens a document. A missing one means `parse({})`, which must be valid. */
export function openDocument<Value>(options: DocumentOptions<Value>): LiveDocument<Value> {
  const document = new OpenDocument(options);
  const watching = watchFile(options.file, { changed: () => document.read(), look: () => document.look() });
  return {
    get value() {
      return document.value;
    },
    get standing() {
      return document.standing;
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
  /** Of what is in force; null for the defaults. */
  #text: string | null;
  #value: Value;
  #standing: DocumentStanding = 'as-written';
  /** The file as it was when it was read last; null when that says nothing. */
  #seen: string | null = null;
  /** The file of which the fault was told. */
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

  look(): void {
    if (this.#seen === null || signatureOf(this.#options.file).signature !== this.#seen) this.read();
  }

  read(): void {
    const { file, parse, onFault } = this.#options;
    const seen = signatureOf(file);
    this.#seen = seen.isSettled ? seen.signature : null;
    const loaded = readDocument(file, parse);
    if (loaded.ok && loaded.text === null) return this.#isAbsent();
    this.#isBack();
    if (loaded.ok) return this.#adopt(loaded.text, loaded.value);
    const blamed = `${seen.signature} ${loaded.fault.reason} ${loaded.fault.line} ${loaded.fault.field}`;
    const standing = this.#text === null ? 'unknown' : 'last-good';
    if (blamed !== this.#blamed) onFault(loaded.fault, standing);
    this.#blamed = blamed;
    this.#stand(standing);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#absent);
  }

  #adopt(text: string | null, value: Value): void {
    this.#blamed = null;
    const isNews = text !== this.#text || this.#standing === 'unknown';
    this.#text = text;
    this.#value = value;
    if (text !== null) keepLastGood(this.#options.lastGood, text);
    this.#stand('as-written');
    if (isNews && this.#isOpen) this.#options.onChange?.(value);
  }

  /** Where nothing else was ever known, the defaults are in force at once. */
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

  /** What is written next and makes no sense must not bring back what the user has deleted. */
  #wasDeleted(): void {
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
  const defaults = parse({});
  if (!defaults.ok) throw new Error(`a document must be valid when empty; ${defaults.field} is not`);
  return defaults.value;
}

function makeFolder(file: string): void {
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  } catch {
    // A file in its place, or a disk that takes nothing: the document can't be read, and that is told.
  }
}

function keepLastGood(file: string, text: string): void {
  const kept = readText(file);
  if (kept.ok && kept.value === text) return;
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, text, { mode: 0o600 }); // a torn copy does not parse, and then counts as none
  } catch {
    // Without the copy, a later start with a broken document has none to fall back to.
  }
}

function forget(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // It comes into force again only when the document makes no sense.
  }
}
