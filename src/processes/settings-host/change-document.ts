/**
 * Changing a document that its user edits too. It is read, changed and replaced as a whole; it is never overwritten if it is not valid or has changed
 * since it was read, and a link stays (the file that it points to is replaced).
 */
import { lstatSync, realpathSync, statSync } from 'node:fs';
import nodePath from 'node:path';
import { type DocumentFault, longestDocumentBytes, readDocument } from '../../base/documents/json-document.ts';
import { replaceIfStill } from '../../base/files/durable-file.ts';
import { makeFolders } from '../../base/files/make-folders.ts';
import { errorCode } from '../../base/log.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { documentParser } from '../../configuration/document-parser.ts';
import { type DocumentName, type DocumentValue, documents } from '../../contract/documents.ts';
import type { SettingsError } from '../../contract/settings.ts';
import type { Places } from '../../platform/locations.ts';

/** The current document: every key of the file, and the value that Hub derives from it. */
export interface CurrentDocument<Name extends DocumentName> {
  readonly raw: Readonly<Record<string, unknown>>;
  readonly value: DocumentValue<Name>;
}

type Changed = Outcome<object, SettingsError>;

/** Each level of the output is indented further, so a single line of a request could become gigabytes. */
const mostLevels = 64;
/** An editor that saves while we write is handled by starting over. */
const mostTries = 5;

/** Writes the result of `change`, unless it is identical. The detail of a failure names a line or a field, and quotes nothing. */
export async function changeDocument<Name extends DocumentName>(
  places: Places,
  name: Name,
  change: (standing: CurrentDocument<Name>) => Changed | Promise<Changed>,
): Promise<Outcome<null, SettingsError>> {
  const file = places.document(documents[name].file);
  const parse = documentParser(name);
  for (let tries = 0; tries < mostTries; tries++) {
    const loaded = readDocument(file, parse);
    if (!loaded.ok) return failed('document_broken', `${documents[name].file}: ${faultInWords(loaded.fault)}; fix it, or move it away`);
    const raw: CurrentDocument<Name>['raw'] = JSON.parse(loaded.text ?? '{}');
    const changed = await change({ raw, value: loaded.value });
    if (!changed.ok) return changed;
    if (changed.value === raw) return done(null);
    const parsed = parse(changed.value);
    if (!parsed.ok) return failed('not_valid', `${parsed.field}: ${parsed.expected}`);
    const text = textOf(changed.value);
    if (text === null) return failed('not_valid', `it has more than ${mostLevels} levels, or more than ${longestDocumentBytes} bytes`);
    const isStill = (): boolean => {
      const now = readDocument(file, parse);
      return now.ok && now.text === loaded.text;
    };
    const written = await tryReplace(file, text, isStill);
    if (written.ok) return written;
    if (written.reason !== 'changed') return failed('failed', written.reason);
  }
  return failed('failed', 'another program is changing the document; try again');
}

/** The fault of a document as a detail: `not-json, line 3`. */
export function faultInWords({ reason, line, field, expected }: DocumentFault): string {
  if (line !== undefined) return `${reason}, line ${line}`;
  return field === undefined ? reason : `${reason}, ${field}: ${expected}`;
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
