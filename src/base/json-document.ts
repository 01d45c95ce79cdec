/**
 * A JSON document on disk that people and programs edit while we run. It is read again when it changes; one that makes no sense is
 * reported and the last good one stays in force, across starts too.
 */
import { closeSync, constants, type FSWatcher, fstatSync, mkdirSync, openSync, readFileSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';
import { done, failed, type Outcome } from './outcome.ts';

export type DocumentProblem = 'not-a-file' | 'too-large' | 'not-utf-8' | 'not-json' | 'not-valid' | 'unreadable';

/** Where and what: a line for a document that is no JSON, a field for one that is not valid. Neither quotes the document. */
export interface DocumentFault {
  readonly reason: DocumentProblem;
  readonly line?: number;
  readonly field?: string;
  readonly expected?: string;
}

/** The value, or which field is wrong and what was expected there. */
export type ParseDocument<Value> = (
  value: unknown,
) => { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly field: string; readonly expected: string };

export interface DocumentOptions<Value> {
  readonly file: string;
  /** Where a copy of the last good form is kept. */
  readonly lastGood: string;
  readonly parse: ParseDocument<Value>;
  readonly onFault: (fault: DocumentFault) => void;
  readonly onChange?: (value: Value) => void;
}

export interface LiveDocument<Value> extends Disposable {
  readonly value: Value;
}

const limitBytes = 4 * 1024 * 1024;
/** An editor writes, renames and touches: one reading a little later sees the end of it. */
const settleMs = 50;

/** Opens a document. A missing one means `parse({})`, which must be valid. */
export function openDocument<Value>(options: DocumentOptions<Value>): LiveDocument<Value> {
  const { file, lastGood, parse } = options;
  let value = readLastGood(lastGood, parse) ?? defaultsOf(parse);
  let text: string | null = null;
  const load = (): boolean => {
    const loaded = readDocument(file, parse);
    if (!loaded.ok) options.onFault(loaded.fault);
    if (!loaded.ok || loaded.text === text) return false;
    text = loaded.text;
    value = loaded.value;
    keepLastGood(lastGood, loaded.text);
    return true;
  };
  load();
  const watcher = watchFolder(file, () => {
    if (load()) options.onChange?.(value);
  });
  return {
    get value() {
      return value;
    },
    [Symbol.dispose]: () => watcher[Symbol.dispose](),
  };
}

type Loaded<Value> =
  | { readonly ok: true; readonly value: Value; readonly text: string }
  | { readonly ok: false; readonly fault: DocumentFault };

/** Reads a document once. A missing file is an empty object. */
export function readDocument<Value>(file: string, parse: ParseDocument<Value>): Loaded<Value> {
  const text = readText(file);
  if (!text.ok) return { ok: false, fault: { reason: text.reason } };
  let json: unknown;
  try {
    json = JSON.parse(text.value);
  } catch (error) {
    return { ok: false, fault: { reason: 'not-json', line: lineOf(error, text.value) } };
  }
  const parsed = parse(json);
  if (!parsed.ok) return { ok: false, fault: { reason: 'not-valid', field: parsed.field, expected: parsed.expected } };
  return { ok: true, value: parsed.value, text: text.value };
}

/** A fifo would block the opening, and a link could be turned elsewhere while we follow it. (Windows has neither flag, nor the fifos.) */
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

function readText(file: string): Outcome<string, DocumentProblem> {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(file, openFlags);
    const facts = fstatSync(descriptor);
    if (!facts.isFile()) return failed('not-a-file');
    if (facts.size > limitBytes) return failed('too-large');
    return done(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(descriptor)));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return done('{}');
    if (code === 'ELOOP' || code === 'ENXIO') return failed('not-a-file'); // a link; a socket
    return failed(code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'not-utf-8' : 'unreadable');
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/** The line on which the text stops being JSON, from 1. */
function lineOf(error: unknown, text: string): number {
  const message = error instanceof Error ? error.message : '';
  const position = /in JSON at position (\d+)|after JSON at position (\d+)/.exec(message);
  const end = isUnexpectedToken(message) ? unexpectedTokenAt(text) : Number(position?.[1] ?? position?.[2] ?? text.length);
  return text.slice(0, end).split('\n').length;
}

/** Of this fault V8 does not tell the position, and quotes the text instead. */
function isUnexpectedToken(message: string): boolean {
  return message.startsWith('Unexpected token');
}

/** Every start of the text that is long enough to hold the token has the same fault, and no shorter one. */
function unexpectedTokenAt(text: string): number {
  let without = 0;
  let withIt = text.length;
  while (withIt - without > 1) {
    const middle = Math.floor((without + withIt) / 2);
    if (isUnexpectedToken(parseFault(text.slice(0, middle)))) withIt = middle;
    else without = middle;
  }
  return without;
}

function parseFault(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

function defaultsOf<Value>(parse: ParseDocument<Value>): Value {
  const defaults = parse({});
  if (!defaults.ok) throw new Error(`a document must be valid when empty; ${defaults.field} is not`);
  return defaults.value;
}

function readLastGood<Value>(file: string, parse: ParseDocument<Value>): Value | null {
  const loaded = readDocument(file, parse);
  return loaded.ok ? loaded.value : null;
}

function keepLastGood(file: string, text: string): void {
  const kept = readText(file);
  if (kept.ok && kept.value === text) return;
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, text, { mode: 0o600 }); // a torn copy does not parse, and then counts as none
  } catch {
    // Without the copy, a later start with a broken document falls back to the defaults.
  }
}

function watchFolder(file: string, changed: () => void): Disposable {
  let timer: NodeJS.Timeout | undefined;
  let watcher: FSWatcher | null = null;
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    watcher = watch(path.dirname(file), { persistent: false }, (_event, name) => {
      if (name !== null && name !== path.basename(file)) return;
      clearTimeout(timer);
      timer = setTimeout(changed, settleMs);
    });
    watcher.on('error', () => watcher?.close());
  } catch {
    // too many watches: the document is read at the next start
  }
  return {
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      watcher?.close();
    },
  };
}
