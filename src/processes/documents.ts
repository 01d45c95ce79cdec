/** The configuration documents as the processes hold them: in force at once, reported in one line when they make no sense. */
import path from 'node:path';
import type * as z from 'zod';
import type { DocumentFault, ParseDocument } from '../base/json-document.ts';
import { type DocumentStanding, type LiveDocument, openDocument } from '../base/live-document.ts';
import { type Log, vetted } from '../base/log.ts';
import { type DocumentName, type DocumentValue, documents } from '../contract/documents.ts';
import type { Places } from '../platform/locations.ts';

/**
 * Opens one document of the home; `onChange` hears of each later good form, `onStanding` whether it is in force as it is written. Several processes hold the same document: what is wrong with it
 * is said by the settings host alone (`reportDocuments`), and by the others only in detailed logs.
 */
export function openHubDocument<Name extends DocumentName>(
  name: Name,
  { places, log }: { readonly places: Places; readonly log: Log },
  onChange?: (value: DocumentValue<Name>) => void,
  onStanding?: (standing: DocumentStanding) => void,
): LiveDocument<DocumentValue<Name>> {
  const { file } = documents[name];
  return openDocument<DocumentValue<Name>>({
    file: places.document(file),
    lastGood: lastGoodOf(places, name),
    parse: documentParser(name),
    onFault: ({ reason }) => log.debug('document not used', { document: name as DocumentName, reason }),
    onChange: (value) => {
      onChange?.(value); // first: it may be the one that asks for a detailed log
      log.debug('document changed', { document: name as DocumentName });
    },
    ...(onStanding ? { onStanding } : {}),
  });
}

/** The check of one document, in the words of its schema. */
export function documentParser<Name extends DocumentName>(name: Name): ParseDocument<DocumentValue<Name>> {
  const schema = documents[name].schema as unknown as z.ZodType<DocumentValue<Name>>;
  return (value) => {
    const result = schema.safeParse(value);
    if (result.success) return { ok: true, value: result.data };
    const issue = result.error.issues[0];
    return { ok: false, field: issue?.path.join('.') ?? '', expected: issue?.message ?? 'another form' };
  };
}

/** Watches every document, and says in one ERROR line when one is not used: file, line or field, and what was expected. */
export function reportDocuments({ places, log }: { readonly places: Places; readonly log: Log }): Disposable {
  const watched = (Object.keys(documents) as DocumentName[]).map((name) =>
    openDocument<unknown>({
      file: places.document(documents[name].file),
      lastGood: lastGoodOf(places, name),
      parse: documentParser(name),
      onFault: (fault, standing) => logFault(log, name, fault, standing),
    }),
  );
  return {
    [Symbol.dispose]: () => {
      for (const document of watched) document[Symbol.dispose]();
    },
  };
}

/** Of a filter that nobody can read, nobody knows what it keeps out. */
function inForceInstead(document: DocumentName, standing: DocumentStanding) {
  if (standing !== 'unknown') return 'document not used, the last good one stays in force';
  return document === 'content-filter' ? 'document not used, nothing is captured' : 'document not used, its defaults are in force';
}

function lastGoodOf(places: Places, name: DocumentName): string {
  return path.join(places.lastGood, path.basename(documents[name].file));
}

function logFault(log: Log, document: DocumentName, fault: DocumentFault, standing: DocumentStanding): void {
  log.error(inForceInstead(document, standing), {
    document,
    file: vetted(path.basename(documents[document].file)),
    reason: fault.reason,
    line: fault.line,
    field: fault.field === undefined ? undefined : (vetted(fault.field) ?? 'unnamed'),
    // zod's messages name types and limits; whatever else they quote is left out by the form.
    expected:
      fault.expected === undefined ? undefined : (vetted(fault.expected.replaceAll(/[^A-Za-z0-9_.[\]-]+/g, '-').slice(0, 80)) ?? undefined),
  });
}
