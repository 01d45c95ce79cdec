/** A document as it is in force, for programs that read it once: the file, or what takes its place while it is not valid. */
import path from 'node:path';
import { type DocumentFault, missingDocument, readDocument, revisionOf } from '../base/documents/json-document.ts';
import { type DocumentName, type DocumentValue, documents } from '../contract/documents.ts';
import type { UnusedDocument } from '../domain/conditions/document-condition.ts';
import type { Places } from '../platform/locations.ts';
import { documentParser } from './document-parser.ts';
import { lastGoodOf, readHubDocument } from './reading/last-good.ts';

export interface EffectiveDocument<Name extends DocumentName> {
  readonly value: DocumentValue<Name>;
  /** Whether there is a file. */
  readonly exists: boolean;
  /** Of what was read. A change with it is refused if the document has changed since. */
  readonly revision: string | undefined;
  /** Why the file is not used, and what is in force instead; null if it is used, or missing. */
  readonly unused: (Omit<UnusedDocument, 'fault'> & { readonly fault: DocumentFault }) | null;
}

/**
 * What is in force instead of a document that can't be used. While the filter can't be read, it is unknown what it excludes; while the holds can't be, what
 * must not be deleted.
 */
export function insteadOf(document: DocumentName, hasLastGood: boolean): UnusedDocument['instead'] {
  if (document === 'legal-hold') return hasLastGood ? 'last-holds' : 'no-deletion';
  if (hasLastGood) return 'last-good';
  return document === 'content-filter' ? 'no-capture' : 'defaults';
}

/** Reads a document. Never throws: a document that can't be read is one that is not used. */
export function effectiveDocument<Name extends DocumentName>(places: Places, name: Name): EffectiveDocument<Name> {
  const parse = documentParser(name);
  const { file } = documents[name];
  const loaded = readHubDocument(places, name);
  if (loaded.ok) return { value: loaded.value, exists: loaded.text !== null, revision: revisionOf(loaded.text), unused: null };
  const earlier = readDocument(lastGoodOf(places, name), parse);
  const hasLastGood = earlier.ok && earlier.text !== null;
  const unused = { file: path.basename(file), fault: loaded.fault, instead: insteadOf(name, hasLastGood) };
  const defaults = parse(missingDocument);
  if (!defaults.ok) throw new Error(`a document must be valid when empty; ${defaults.field} is not`);
  return { value: hasLastGood ? earlier.value : defaults.value, exists: loaded.fault.reason !== 'gone', revision: undefined, unused };
}

/** The command that mends a document, whatever is in its place, and keeps what is in force instead. Holds are in force while their file is gone: they can be written again as they are. */
export function mendOf(document: string, flaw: Pick<DocumentFault, 'reason'>): string {
  if (flaw.reason === 'gone') return 'hub retention hold restore';
  return `hub config edit ${document}`;
}
