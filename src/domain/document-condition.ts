/** Which configuration documents are not used, as `hub status` says it: a sentence with the mend, which quotes nothing of a document. */

/** As `base/json-document.ts` finds it. */
export interface DocumentFlaw {
  readonly reason: 'not-a-file' | 'foreign' | 'too-large' | 'not-utf-8' | 'not-json' | 'not-valid' | 'unreadable';
  readonly line?: number;
  readonly field?: string;
}

export interface UnusedDocument {
  /** Its name without folders. */
  readonly file: string;
  readonly fault: DocumentFlaw;
  /** What is in force instead. */
  readonly instead: 'last-good' | 'defaults' | 'no-capture';
}

const wrongWith: Readonly<Record<DocumentFlaw['reason'], string>> = {
  'not-a-file': 'is not a file, or is a link to nothing',
  foreign: 'belongs to another user',
  'too-large': 'is larger than 4 MiB',
  'not-utf-8': 'is not text in UTF-8',
  'not-json': 'is not valid JSON',
  'not-valid': 'is not valid',
  unreadable: "can't be read",
};
const inForce: Readonly<Record<UnusedDocument['instead'], string>> = {
  'last-good': 'the last good version is in force',
  defaults: 'the defaults are in force',
  'no-capture': 'nothing is captured',
};
/** The names of the schemas are shorter; a field is left out rather than cut. */
const longestField = 60;

/** What it keeps out is not kept out while it is not used, so it is told before the others. */
export const contentFilterFile = 'content-filter.json';

/** Null where every document is used. The first is told in full, the others by name. */
export function documentCondition(unused: readonly UnusedDocument[]): string | null {
  const [first, ...others] = unused.toSorted(
    (one, other) => Number(other.file === contentFilterFile) - Number(one.file === contentFilterFile),
  );
  if (first === undefined) return null;
  const also = others.length === 0 ? '' : ` (also wrong: ${others.map(({ file }) => file).join(', ')})`;
  const full = `${first.file} ${wrongWith[first.fault.reason]}${placeOf(first.fault)}; ${inForce[first.instead]} until you fix it${also}`;
  return full.length <= 200 ? full : `${first.file} and ${others.length} more documents are not used; hub.log says what is wrong with each`;
}

function placeOf({ line, field }: DocumentFlaw): string {
  if (line !== undefined) return ` (line ${line})`;
  return field === undefined || field === '' || field.length > longestField ? '' : ` (${field})`;
}
