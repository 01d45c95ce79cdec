/**
 * A JSON document that people and programs edit, read once. A link is followed to a file of this user (for dotfiles) or of root; anything else is
 * opened only long enough to see what it is.
 */
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import { isMissing } from '../files/disk-error.ts';
import { done, failed, type Outcome } from '../outcome.ts';
import { lineOfFault } from './json-fault.ts';

/**
 * `foreign`: another user's file. `not-a-file`: anything that is not a regular file, or a link that leads nowhere. `newer`: of a later version than this
 * program knows. `gone`: it was there, and does not end by being removed.
 */
export type DocumentProblem =
  | 'not-a-file'
  | 'foreign'
  | 'too-large'
  | 'not-utf-8'
  | 'not-json'
  | 'newer'
  | 'not-valid'
  | 'unreadable'
  | 'gone';

/** Where and what is wrong: the line of a document that is not JSON, the field of one that is not valid. Neither quotes the document. */
export interface DocumentFault {
  readonly reason: DocumentProblem;
  readonly line?: number;
  readonly field?: string;
  readonly expected?: string;
}

/** The value, or which field is wrong and what was expected there. */
export type ParseDocument<Value> = (
  value: unknown,
) =>
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason?: 'newer'; readonly field: string; readonly expected: string };

/** Larger documents are not read. */
export const longestDocumentBytes = 4 * 1024 * 1024;
/** `text` is null if there is no file. */
export type LoadedDocument<Value> =
  | { readonly ok: true; readonly value: Value; readonly text: string | null }
  | { readonly ok: false; readonly fault: DocumentFault };

/** What is parsed in the place of a file that is missing: an empty object that no file has, because an empty one may mean something else. */
export const missingDocument: Readonly<Record<string, never>> = Object.freeze({});

/** Whatever JSON is in the file, valid or not; null if it can't be read. */
export function documentAsWritten(file: string): unknown {
  const read = readDocument<unknown>(file, (value) => ({ ok: true, value }));
  return read.ok ? read.value : null;
}

/** Reads a document once. A missing file is `missingDocument`. */
export function readDocument<Value>(file: string, parse: ParseDocument<Value>): LoadedDocument<Value> {
  const text = readText(file);
  if (!text.ok) return { ok: false, fault: { reason: text.reason } };
  let json: unknown;
  try {
    json = text.value === null ? missingDocument : JSON.parse(text.value);
  } catch {
    return { ok: false, fault: { reason: 'not-json', line: lineOfFault(text.value ?? '') } };
  }
  const parsed = parse(json);
  if (!parsed.ok) return { ok: false, fault: { reason: parsed.reason ?? 'not-valid', field: parsed.field, expected: parsed.expected } };
  return { ok: true, value: parsed.value, text: text.value };
}

/** Tells whether a document is still the one that was read: a digest of its text. */
export function revisionOf(text: string | null): string {
  return text === null ? 'none' : createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Opening a fifo would block, and a terminal would become our controlling terminal. (Windows has neither flag, nor the fifos.) */
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/**
 * The ending of a version that takes the place of what no rename replaces (a folder): while nothing has the name of the document, this is the document. So it is there
 * at each moment, whenever whoever puts the other thing aside is killed.
 */
export const nextEnding = '.next';

/** Null: there is no document. */
export function readText(file: string): Outcome<string | null, DocumentProblem> {
  const text = textIn(file);
  if (!text.ok || text.value !== null) return text;
  const next = textIn(`${file}${nextEnding}`);
  // It may have got its name since.
  return next.ok && next.value === null ? textIn(file) : next;
}

/** Checks the open file, which is the one that is read, even if a link changes meanwhile. Null: there is none. */
function textIn(file: string): Outcome<string | null, DocumentProblem> {
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
    if (isMissing(error)) return isThere(file) ? failed('not-a-file') : done(null); // there: a dead link
    if (code === 'ELOOP' || code === 'ENXIO') return failed('not-a-file'); // links in a circle; a socket
    return failed(code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'not-utf-8' : 'unreadable');
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
}

/** Root owns the documents of the machine, or of a system that keeps all configuration in a store. */
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
