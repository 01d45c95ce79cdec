/**
 * The copies of the last valid versions of documents, and what they are for if a document is missing: legal holds do not end by a file that disappears. They
 * are those of the last valid version until somebody ends them, by the command or by a document that says so.
 */
import path from 'node:path';
import { type LoadedDocument, type ParseDocument, readDocument } from '../../base/documents/json-document.ts';
import type { LegalHolds } from '../../contract/documents/legal-hold.ts';
import { type DocumentName, type DocumentValue, documents } from '../../contract/documents.ts';
import type { Places } from '../../platform/locations.ts';
import { documentParser } from '../document-parser.ts';

/** Where the copy of its last valid version is. */
export function lastGoodOf(places: Places, name: DocumentName): string {
  return path.join(places.lastGood, path.basename(documents[name].file));
}

/** Where a document is, where its last valid version is, and what makes it valid. */
export function documentPlace<Name extends DocumentName>(places: Places, name: Name) {
  const parse: ParseDocument<DocumentValue<Name>> = documentParser(name);
  return {
    file: places.document(documents[name].file),
    lastGood: lastGoodOf(places, name),
    parse,
    outlivesFile: (value: unknown) => outlivesFile(name, value),
  };
}

/** Whether it stays in force while its file is missing. */
function outlivesFile(name: DocumentName, value: unknown): boolean {
  return name === 'legal-hold' && (value as LegalHolds).holds.length > 0;
}

/** Reads a document of the home once. A missing file is an empty object, but for one that outlives it: that is a fault. */
export function readHubDocument<Name extends DocumentName>(places: Places, name: Name): LoadedDocument<DocumentValue<Name>> {
  const { file, parse } = documentPlace(places, name);
  const loaded = readDocument(file, parse);
  return loaded.ok && loaded.text === null && outlivingText(places, name) !== null ? { ok: false, fault: { reason: 'gone' } } : loaded;
}

/** The text of the version that stays in force while the file is missing; null if there is none. */
export function outlivingText(places: Places, name: DocumentName): string | null {
  if (name !== 'legal-hold') return null;
  const { lastGood, parse } = documentPlace(places, name);
  const kept = readDocument(lastGood, parse);
  return kept.ok && outlivesFile(name, kept.value) ? kept.text : null;
}
