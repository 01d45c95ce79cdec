/**
 * A JSON document that people and programs edit, read once. A link is followed to a file of this user's (dotfiles are kept so), or of root's;
 * nothing else is opened for longer than it takes to see what it is.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { done, failed, type Outcome } from './outcome.ts';

/** `foreign`: somebody else's file. `not-a-file`: a link that leads nowhere is one of these. */
export type DocumentProblem = 'not-a-file' | 'foreign' | 'too-large' | 'not-utf-8' | 'not-json' | 'not-valid' | 'unreadable';

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

/** A larger one is not read. */
export const longestDocumentBytes = 4 * 1024 * 1024;
/** `text` is null where there is no file. */
export type Loaded<Value> =
  | { readonly ok: true; readonly value: Value; readonly text: string | null }
  | { readonly ok: false; readonly fault: DocumentFault };

/** Reads a document once. A missing file is an empty object. */
export function readDocument<Value>(file: string, parse: ParseDocument<Value>): Loaded<Value> {
  const text = readText(file);
  if (!text.ok) return { ok: false, fault: { reason: text.reason } };
  let json: unknown;
  try {
    json = text.value === null ? {} : JSON.parse(text.value);
  } catch (error) {
    return { ok: false, fault: { reason: 'not-json', line: lineOf(error, text.value ?? '') } };
  }
  const parsed = parse(json);
  if (!parsed.ok) return { ok: false, fault: { reason: 'not-valid', field: parsed.field, expected: parsed.expected } };
  return { ok: true, value: parsed.value, text: text.value };
}

/** A fifo would block the opening, and a terminal become ours. (Windows has neither flag, nor the fifos.) */
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** What is asked of the open file is of the one that is read, wherever a link is turned meanwhile. Null: there is none. */
export function readText(file: string): Outcome<string | null, DocumentProblem> {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(file, openFlags);
    const facts = fstatSync(descriptor);
    if (!facts.isFile()) return failed('not-a-file');
    if (isForeign(facts.uid)) return failed('foreign');
    if (facts.size > longestDocumentBytes) return failed('too-large');
    return done(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(descriptor)));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return isThere(file) ? failed('not-a-file') : done(null); // there: a link to nothing
    if (code === 'ELOOP' || code === 'ENXIO') return failed('not-a-file'); // links in a circle; a socket
    return failed(code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'not-utf-8' : 'unreadable');
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/** Root's documents are those of the machine, or of a system that puts all configuration into a store. */
function isForeign(uid: number): boolean {
  const user = process.getuid?.();
  return user !== undefined && uid !== user && uid !== 0;
}

function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
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
