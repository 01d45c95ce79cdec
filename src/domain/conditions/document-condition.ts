/** Which configuration documents are not used, as `hub status` says it: a sentence with what to do, which quotes nothing of a document. */
import type { PageView } from '../../contract/shell-page.ts';
import type { ComponentStatus } from '../../contract/supervisor.ts';
import { say, sayHeard } from '../language/say.ts';
import { oneLine } from '../view/shown-text.ts';

/** As found by `src/base/documents/json-document.ts`. */
export interface DocumentFlaw {
  readonly reason: 'not-a-file' | 'foreign' | 'too-large' | 'not-utf-8' | 'not-json' | 'newer' | 'not-valid' | 'unreadable' | 'gone';
  readonly line?: number;
  readonly field?: string;
}

export interface UnusedDocument {
  /** Its name without folders. */
  readonly file: string;
  readonly fault: DocumentFlaw;
  /** What is in force instead. */
  readonly instead: 'last-good' | 'defaults' | 'no-capture' | 'last-holds' | 'no-deletion';
}

const wrongWith: Readonly<Record<DocumentFlaw['reason'], () => string>> = {
  'not-a-file': () => say('is not a file, or is a dead link'),
  foreign: () => say('belongs to another user'),
  'too-large': () => say('is larger than 4 MiB'),
  'not-utf-8': () => say('is not text in UTF-8'),
  'not-json': () => say('is not valid JSON'),
  newer: () => say('was written by a newer version of Hub'),
  'not-valid': () => say('is not valid'),
  unreadable: () => say('cannot be read'),
  gone: () => say('is missing'),
};
const inForce: Readonly<Record<UnusedDocument['instead'], () => string>> = {
  'last-good': () => say('the last valid version applies'),
  defaults: () => say('the defaults apply'),
  'no-capture': () => say('nothing is captured'),
  'last-holds': () => say('the last valid holds apply, and retention deletes nothing'),
  'no-deletion': () => say('nothing is deleted'),
};
/** The names of the schemas are shorter; a field is left out rather than cut. A whole condition has 200 characters at most. */
const longestField = 45;

/** While it is not used it excludes nothing, so it is reported before the others. */
export const contentFilterFile = 'content-filter.json';

/** Null if every document is used. The first is described in full, the others are named. */
export function documentCondition(unused: readonly UnusedDocument[]): string | null {
  const [first, ...others] = unused.toSorted(
    (one, other) => Number(other.file === contentFilterFile) - Number(one.file === contentFilterFile),
  );
  if (first === undefined) return null;
  const { file } = first;
  const [flaw, instead, files] = [flawInWords(first.fault), inForce[first.instead](), others.map((other) => other.file).join(', ')];
  const writtenAgain = first.fault.reason === 'gone' && others.length === 0;
  if (writtenAgain) return say('{file} {flaw}; {instead}; to write it again: hub retention hold restore', { file, flaw, instead });
  const full =
    others.length === 0
      ? say('{file} {flaw}; {instead} until you fix it', { file, flaw, instead })
      : say('{file} {flaw}; {instead} until you fix it (also not valid: {files})', { file, flaw, instead, files });
  if (full.length <= 200) return full;
  return say('{file} and {count} more documents are not used; hub.log says what is wrong with each', { file, count: others.length });
}

/** What is in force instead of a document. */
export function inForceInWords(instead: UnusedDocument['instead']): string {
  return inForce[instead]();
}

/** A flaw after the name of its document: `is not valid JSON (line 3)`. What a field takes is told by the command that it names. */
export function flawInWords(flaw: DocumentFlaw): string {
  const { reason, line, field = '' } = flaw;
  if (reason === 'not-json' && line !== undefined) return say('is not valid JSON (line {line})', { line });
  if (reason === 'not-valid' && field !== '' && field.length <= longestField)
    return say('is not valid (at {field}; to see why: hub config validate)', { field });
  return wrongWith[reason]();
}

/** Whether a degraded component says no more than that a document is not used. The settings host is degraded for nothing else; the monitor, if it can't know the content filter. */
export function isAboutDocuments({ id, reason }: Pick<ComponentStatus, 'id' | 'reason'>): boolean {
  return id === 'settings_host' || (id === 'clipboard' && (reason ?? '').startsWith(`nothing is captured: ${contentFilterFile} `));
}

/** The same for the window. Null if every document is used, and for the content filter, which is a matter of capturing (`capture-condition.ts`). */
export function settingsTrouble(components: readonly ComponentStatus[]): PageView['settingsTrouble'] {
  const { reason } = components.find(({ id, state }) => id === 'settings_host' && state === 'degraded') ?? {};
  return !reason || reason.startsWith(contentFilterFile)
    ? null
    : { text: say('A settings file is being ignored'), mend: say('{sentence}.', { sentence: oneLine(sayHeard(reason), 250) }) };
}
