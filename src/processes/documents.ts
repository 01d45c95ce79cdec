/** The configuration documents as the processes hold them: in force at once, reported in one line when they make no sense. */
import path from 'node:path';
import type { DocumentFault } from '../base/documents/json-document.ts';
import { type DocumentStanding, type LiveDocument, openDocument } from '../base/documents/live-document.ts';
import { type Log, type Vetted, vetted } from '../base/log.ts';
import { insteadOf } from '../configuration/effective-document.ts';
import { ownExpectation } from '../configuration/faults/own-fault.ts';
import { documentPlace } from '../configuration/reading/last-good.ts';
import { type DocumentName, type DocumentValue, documentNames, documents } from '../contract/documents.ts';
import { documentCondition, type UnusedDocument } from '../domain/conditions/document-condition.ts';
import type { Places } from '../platform/locations.ts';

/**
 * Opens one document of the home; `onChange` is called with each later valid version, `onStanding` with whether it is in effect as written. Several
 * processes read the same document: only the settings host reports what is wrong with it (`reportDocuments`), the others only in detailed logs.
 */
export function openHubDocument<Name extends DocumentName>(
  name: Name,
  { places, log }: { readonly places: Places; readonly log: Log },
  onChange?: (value: DocumentValue<Name>) => void,
  onStanding?: (standing: DocumentStanding) => void,
): LiveDocument<DocumentValue<Name>> {
  return openDocument<DocumentValue<Name>>({
    ...documentPlace(places, name),
    onFault: ({ reason }) => log.debug('document not used', { document: name as DocumentName, reason }),
    onChange: (value) => {
      onChange?.(value); // first: it may be the one that turns on a detailed log
      log.debug('document changed', { document: name as DocumentName });
    },
    ...(onStanding ? { onStanding } : {}),
  });
}

interface Reporter {
  readonly places: Places;
  readonly log: Log;
  /** Called with the sentence about documents that are not used, or null. */
  readonly degraded: (reason: string | null) => void;
}

/** Opens every document, and calls `told` with each at once and at each change. `unused` is why its file is not used; null if it is, or there is none. */
export function watchDocuments(
  places: Places,
  told: (name: DocumentName, document: LiveDocument<DocumentValue<DocumentName>>, unused: UnusedDocument | null) => void,
): Disposable {
  const watched = documentNames.map((name) => {
    let document: LiveDocument<DocumentValue<DocumentName>> | null = null;
    const tell = (): void => {
      if (document !== null) told(name, document, unusedOf(name, document));
    };
    document = openDocument<DocumentValue<DocumentName>>({
      ...documentPlace(places, name),
      onFault: tell,
      onChange: tell,
      onStanding: tell,
    });
    tell();
    return document;
  });
  return {
    [Symbol.dispose]: () => {
      for (const document of watched) document[Symbol.dispose]();
    },
  };
}

function unusedOf(name: DocumentName, { fault, standing }: LiveDocument<unknown>): UnusedDocument | null {
  return fault === null ? null : { file: path.basename(documents[name].file), fault, instead: insteadOf(name, standing !== 'unknown') };
}

/**
 * Watches every document. One that is not used is reported in one ERROR line (file, line or field, and what was expected), and in the component's
 * condition until it is fixed.
 */
export function reportDocuments({ places, log, degraded }: Reporter): Disposable {
  const unused = new Map<DocumentName, UnusedDocument>();
  const say = (): void => degraded(documentCondition([...unused.values()]));
  const watched = documentNames.map((name) =>
    openDocument<unknown>({
      ...documentPlace(places, name),
      onFault: (fault, standing) => {
        logFault(log, name, fault, standing);
        unused.set(name, { file: path.basename(documents[name].file), fault, instead: insteadOf(name, standing !== 'unknown') });
        say();
      },
      onStanding: (standing) => {
        if (standing === 'as-written' && unused.delete(name)) say();
      },
    }),
  );
  return {
    [Symbol.dispose]: () => {
      for (const document of watched) document[Symbol.dispose]();
    },
  };
}

const events = {
  'last-good': 'document not used, the last good one stays in force',
  defaults: 'document not used, its defaults are in force',
  'no-capture': 'document not used, nothing is captured',
  'last-holds': 'document not used, the last valid holds apply and retention deletes nothing',
  'no-deletion': 'document not used, nothing is deleted',
} as const;

function logFault(log: Log, document: DocumentName, fault: DocumentFault, standing: DocumentStanding): void {
  log.error(events[insteadOf(document, standing !== 'unknown')], {
    document,
    file: vetted(path.basename(documents[document].file)),
    reason: fault.reason,
    line: fault.line,
    field: fault.field === undefined ? undefined : (vetted(fault.field) ?? 'unnamed'),
    expected: fault.expected === undefined ? undefined : (ownExpectation(document, fault) as Vetted | null),
  });
}
