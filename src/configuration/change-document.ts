/**
 * Changing a document that its user edits too. It is read, changed and replaced as a whole; it is never overwritten if it is not valid or has changed
 * since it was read, and a link stays (the file that it points to is replaced). One program of a home changes documents at a time.
 */
import { lstatSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import nodePath from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type DocumentFault,
  longestDocumentBytes,
  nextEnding,
  type ParseDocument,
  readDocument,
  readText,
  revisionOf,
} from '../base/documents/json-document.ts';
import { keepLastGood } from '../base/documents/live-document.ts';
import { databaseReason } from '../base/files/disk-error.ts';
import { replaceIfStill, tryUnlink, writeTemporary } from '../base/files/durable-file.ts';
import { syncFolderAt } from '../base/files/flush.ts';
import { makeFolders } from '../base/files/make-folders.ts';
import { takeProcessLock } from '../base/files/process-lock.ts';
import { errorCode } from '../base/log.ts';
import { done, failed, type Outcome } from '../base/outcome.ts';
import { type DocumentName, type DocumentValue, documents, presentVersion } from '../contract/documents.ts';
import type { SettingsError } from '../contract/settings.ts';
import { flawInWords } from '../domain/conditions/document-condition.ts';
import { migrated, migrations, withVersion } from '../domain/configuration/migrations.ts';
import { told } from '../domain/language/say.ts';
import type { Places } from '../platform/locations.ts';
import { changeParser, documentParser } from './document-parser.ts';
import { lastGoodOf, outlivingText } from './reading/last-good.ts';

type Keyed = Readonly<Record<string, unknown>>;

/** The current document: every key of the file in the present version, and the value that Hub derives from it. */
export interface CurrentDocument<Name extends DocumentName> {
  readonly raw: Keyed;
  readonly value: DocumentValue<Name>;
}

type Changed = Outcome<object, SettingsError>;
type Change<Name extends DocumentName> = (standing: CurrentDocument<Name>) => Changed | Promise<Changed>;

/** Each level of the output is indented further, so a single line of a request could become gigabytes. */
const mostLevels = 64;
/** An editor that saves while we write is handled by starting over. */
const mostTries = 5;
/** A change takes milliseconds. */
const lockedWithinMs = 5_000;
const lockAgainMs = 20;

/**
 * Writes the result of `change`, unless it is identical, and resolves to the revision of what is there then. If the document has another revision than
 * the one given, nothing is changed: `stale`, with the present one as its detail. The detail of any other failure names a line or a field, and quotes
 * nothing.
 */
export async function changeDocument<Name extends DocumentName>(
  places: Places,
  name: Name,
  change: Change<Name>,
  revision?: string,
): Promise<Outcome<string, SettingsError>> {
  const lock = await takeLock(places, name);
  if (!lock.ok) return lock;
  using _ = lock.value;
  return await changeLocked(places, name, change, revision); // the lock is held until it is done
}

async function changeLocked<Name extends DocumentName>(
  places: Places,
  name: Name,
  change: Change<Name>,
  revision: string | undefined,
): Promise<Outcome<string, SettingsError>> {
  const file = places.document(documents[name].file);
  const parse = documentParser(name);
  for (let tries = 0; tries < mostTries; tries++) {
    const loaded = readDocument(file, parse);
    // Holds that outlive their file are what a change is about.
    const base = loaded.ok && loaded.text === null ? outlivingText(places, name) : null;
    if (!loaded.ok) return failed('document_broken', `${documents[name].file} ${faultInWords(loaded.fault)}`);
    const found = revisionOf(loaded.text);
    if (revision !== undefined && revision !== found) return failed('stale', found);
    const raw = presentForm(name, base ?? loaded.text);
    const changed = await change({ raw, value: base === null ? loaded.value : parsedValue(parse, base) });
    if (!changed.ok) return changed;
    if (changed.value === raw) return done(found);
    const parsed = changeParser(name, raw)(changed.value);
    if (!parsed.ok) return failed('not_valid', `${parsed.field}: ${parsed.expected}`);
    const text = textOf(withVersion(changed.value as Keyed, presentVersion(name)));
    if (text === null) return failed('not_valid', tooLarge());
    const isStill = (): boolean => {
      const now = readDocument(file, parse);
      return now.ok && now.text === loaded.text;
    };
    const written = await tryReplace(file, text, isStill);
    if (written.ok) {
      // Also without a running Hub that keeps it.
      if (name === 'legal-hold') keepLastGood(lastGoodOf(places, name), text);
      return done(revisionOf(text));
    }
    if (written.reason !== 'changed') return failed('failed', written.reason);
  }
  return failed('failed', told('another program is changing the document; try again'));
}

/** The text of a document that is not valid, whatever its encoding; null if it is no file of this user, or too large. */
export function brokenText(file: string): string | null {
  const text = readText(file);
  if (text.ok) return text.value;
  return text.reason === 'not-utf-8' ? readFileSync(file, 'latin1') : null;
}

/**
 * Puts a valid text in the place of a document that is not valid, unless somebody else has changed it meanwhile. `broken` is null for one that has no text:
 * it is put aside. Resolves to where it is then; null for a text, which is replaced.
 */
export async function mendDocument(
  places: Places,
  name: DocumentName,
  { broken, text }: { readonly broken: string | null; readonly text: string },
): Promise<Outcome<string | null, SettingsError>> {
  const lock = await takeLock(places, name);
  if (!lock.ok) return lock;
  using _ = lock.value;
  const file = places.document(documents[name].file);
  const written =
    broken === null
      ? await replaceWithoutText(file, text, () => !readDocument(file, documentParser(name)).ok && brokenText(file) === null)
      : await tryReplace(file, text, () => brokenText(file) === broken);
  if (written.ok) return written;
  return written.reason === 'changed' ? failed('stale', changedMeanwhile()) : failed('failed', written.reason);
}

/** Nothing can replace a folder in one step, so the text waits beside it, where it is read as soon as the folder is put aside (`nextEnding`). */
async function replaceWithoutText(file: string, text: string, isStill: () => boolean): Promise<Outcome<string, string>> {
  const folder = nodePath.dirname(file);
  const written = await writeTemporary({ directory: folder, content: Buffer.from(text), mode: 0o600 });
  if (!written.ok) return written;
  const next = `${file}${nextEnding}`;
  try {
    if (!isStill()) return failed('changed');
    renameSync(written.value, next);
    await syncFolderAt(folder);
    const aside = freeNameOf(`${file}.bad`);
    renameSync(file, aside);
    finishReplacing(file);
    await syncFolderAt(folder);
    return done(aside);
  } catch (error) {
    finishReplacing(file);
    return failed(errorCode(error));
  } finally {
    await tryUnlink(written.value);
  }
}

/** What was begun by somebody who was killed, or was in vain. Best effort: until then the text is read where it is. */
function finishReplacing(file: string): void {
  const next = `${file}${nextEnding}`;
  try {
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) renameSync(next, file);
    else rmSync(next, { force: true });
  } catch {}
}

/**
 * Renames a document that is not valid, whatever it is, so that its defaults apply. Resolves to its new place, beside the old one. A link is renamed, and
 * not what it leads to.
 */
export async function putAsideBroken(places: Places, name: DocumentName): Promise<Outcome<string, SettingsError>> {
  const lock = await takeLock(places, name);
  if (!lock.ok) return lock;
  using _ = lock.value;
  const file = places.document(documents[name].file);
  if (readDocument(file, documentParser(name)).ok) return failed('stale', changedMeanwhile());
  try {
    const aside = freeNameOf(`${file}.bad`);
    renameSync(file, aside);
    await syncFolderAt(nodePath.dirname(file));
    return done(aside);
  } catch (error) {
    return failed('failed', errorCode(error));
  }
}

/** The name itself, or with the first number that makes it free. */
function freeNameOf(name: string): string {
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? name : `${name}-${number}`;
    if (lstatSync(tried, { throwIfNoEntry: false }) === undefined) return tried;
  }
}

/** What was begun with this document is finished. The settings host of a running Hub and the command of one that does not run take the same lock, so that a Hub may start between the two. */
async function takeLock(places: Places, name: DocumentName): Promise<Outcome<Disposable, SettingsError>> {
  const [file, document] = [nodePath.join(places.run, 'settings.lock'), places.document(documents[name].file)];
  try {
    makeFolders(places.run, 0o700);
    const endMs = performance.now() + lockedWithinMs;
    for (;;) {
      const lock = takeProcessLock(file);
      if (lock.ok) {
        finishReplacing(document);
        return lock;
      }
      if (performance.now() > endMs) return failed('failed', told('another program is changing the configuration; try again'));
      await pause(lockAgainMs);
    }
  } catch (error) {
    return failed('failed', databaseReason(error, file) ?? errorCode(error));
  }
}

/** Of a text that is known to be valid. */
function parsedValue<Value>(parse: ParseDocument<Value>, text: string): Value {
  const parsed = parse(JSON.parse(text));
  if (!parsed.ok) throw new Error(`a valid document is not valid; ${parsed.field} is not`);
  return parsed.value;
}

/** Of a text that is known to be valid. */
function presentForm(name: DocumentName, text: string | null): Keyed {
  const form = migrated(JSON.parse(text ?? '{}'), presentVersion(name), migrations[name]);
  return form.kind === 'present' ? (form.document as Keyed) : {};
}

/** The fault of a document after its name: `is not valid JSON (line 3)`. It quotes nothing of the document. */
export function faultInWords(fault: DocumentFault): string {
  const { reason, field, expected } = fault;
  return reason === 'not-valid' && field !== undefined ? `is not valid: ${field}: ${expected}` : flawInWords(fault);
}

const changedMeanwhile = (): string => told('somebody else has changed the document meanwhile');

/** Of what could not be read again. */
function tooLarge(): string {
  const size = `${longestDocumentBytes / 1024 ** 2} MB`;
  return told('the document would be larger than {size}, or have more than {count} levels', { size, count: mostLevels });
}

/** The text to be written; null if it could not be read again. */
function textOf(value: object): string | null {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > mostLevels) return null;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  const text = `${JSON.stringify(value, null, 2)}\n`;
  return Buffer.byteLength(text) > longestDocumentBytes ? null : text;
}

async function tryReplace(file: string, text: string, isStill: () => boolean): Promise<Outcome<null, string>> {
  try {
    const link = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    const path = link ? realpathSync(file) : file;
    makeFolders(nodePath.dirname(path), 0o700);
    return await replaceIfStill({ path, bytes: Buffer.from(text), mode: link ? statSync(path).mode & 0o777 : 0o600, isStill });
  } catch (error) {
    return failed(errorCode(error));
  }
}
