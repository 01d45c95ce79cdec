/** What a field of a document takes, in words for people. */
import type { DocumentFault } from '../base/documents/json-document.ts';
import type { DocumentName } from '../contract/documents.ts';
import { faultSentence, noSecret } from '../domain/configuration/fault-sentences.ts';
import { say } from '../domain/language/say.ts';
import { notBeforeFrom } from '../domain/retention/holds.ts';
import { documentSchema, type KeySchema } from './document-schema.ts';

/** What belongs there: `one of: all, typed, off`. */
export function expectationOf(schema: KeySchema): string {
  const { type, anyOf, enum: words, const: only, items, minimum, maximum, maxLength, patternErrorMessage } = schema;
  if (anyOf) return anyOf.map(expectationOf).join(say(', or '));
  if (only !== undefined) return String(only);
  if (words) return say('one of: {words}', { words: words.join(', ') });
  if (type === 'boolean') return say('true or false');
  if (type === 'null') return 'null';
  if (patternErrorMessage !== undefined) return sentences[patternErrorMessage]?.() ?? patternErrorMessage;
  if (type === 'integer') return say('a whole number from {minimum} to {maximum}', { minimum: minimum ?? '', maximum: maximum ?? '' });
  if (type === 'array' && items?.properties) return say('a JSON list of objects');
  if (type === 'array') return say('a list, each {entry}', { entry: expectationOf(items ?? {}) });
  if (type === 'object') return say('a JSON object');
  return say('a text of at most {count, number} characters', { count: maxLength ?? '' });
}

/** What a field that is not valid has to be; the words of the schema library are for logs. */
export function expectationAt(name: DocumentName, { field = '', expected = '' }: Pick<DocumentFault, 'field' | 'expected'>): string {
  if (expected === noSecret) return say('a preference, and no secret such as a key or a password');
  return sentences[expected]?.() ?? expectationOf(schemaAt(documentSchema(name), field));
}

/** What is wrong with a field, in one sentence. @param key what it is called there */
export function faultAt(name: DocumentName, fault: Pick<DocumentFault, 'field' | 'expected'>, key = fault.field ?? ''): string {
  const field = key || say('the document');
  const sentence = faultSentence(fault.expected ?? '');
  return sentence === null ? say('{field} takes {limit}', { field, limit: expectationAt(name, fault) }) : `${field}: ${sentence}`;
}

/** Of texts with a pattern, by what the schemas in `src/contract/documents/` say of it; and what no schema can say, by what its check does (`holdsFault`). */
const sentences: Readonly<Record<string, () => string>> = {
  'a language such as eng, deu or chi_sim': () => say('a language such as eng, deu or chi_sim'),
  'a time of day as HH:MM': () => say('a time of day as HH:MM'),
  'an address that begins with https://': () => say('an address that begins with https://'),
  'a shortcut such as Ctrl+Shift+V': () => say('a shortcut such as Ctrl+Shift+V'),
  'a shortcut such as Ctrl+Shift+S that the window does not use itself': () =>
    say('a shortcut such as Ctrl+Shift+S that the window does not use itself'),
  'a language such as deu or chi_sim': () => say('a language such as deu or chi_sim'),
  'an https address, or an http one on this machine, with the place of the prompt at most once after the host': () =>
    say('an https address, or an http one on this machine, with the place of the prompt at most once after the host'),
  'lower-case letters, digits and hyphens': () => say('lower-case letters, digits and hyphens'),
  'a time such as 30min, 1h, 90d, 2w, 6mo or 1y': () => say('a time such as 30min, 1h, 90d, 2w, 6mo or 1y'),
  'a day such as 2026-03-31, or a time such as 2026-03-31T18:00': () => say('a day such as 2026-03-31, or a time such as 2026-03-31T18:00'),
  'one of max_age, max_count and max_megabytes': () => say('one of max_age, max_count and max_megabytes'),
  'a list of at least one kind, or null for all copies': () => say('a list of at least one kind, or null for all copies'),
  'at least one of copies, from, until, application and query': () => say('at least one of copies, from, until, application and query'),
  'only the keys id, kinds, max_age, max_count and max_megabytes': () =>
    say('only the keys id, kinds, max_age, max_count and max_megabytes'),
  'only the keys id, note, copies, contents, from, until, application and query': () =>
    say('only the keys id, note, copies, contents, from, until, application and query'),
  'only the keys key and digests': () => say('only the keys key and digests'),
  'only the keys text, code, link, image and files': () => say('only the keys text, code, link, image and files'),
  'rules with different ids': () => say('rules with different ids'),
  'holds with different ids': () => say('holds with different ids'),
  '64 hexadecimal digits': () => say('64 hexadecimal digits'),
  'a real date, such as 2026-03-31': () => say('a real date, such as 2026-03-31'),
  [notBeforeFrom]: () => say('a time that is not earlier than `from`'),
  'a search without time conditions; for those there are `from` and `until`': () =>
    say('a search without time conditions; for those there are `from` and `until`'),
  'an extension such as .pem': () => say('an extension such as .pem'),
  'an absolute path, or one that starts with ~': () => say('an absolute path, or one that starts with ~'),
};

/** `workspaces.0.path`: the number of an entry stands for any entry. */
function schemaAt(schema: KeySchema, field: string): KeySchema {
  let found = schema;
  for (const part of field === '' ? [] : field.split('.')) {
    const inside = found.anyOf?.find(({ type }) => type !== 'null') ?? found;
    const properties = inside.properties ?? {};
    found = (Object.hasOwn(properties, part) ? properties[part] : inside.items) ?? {};
  }
  return found;
}
