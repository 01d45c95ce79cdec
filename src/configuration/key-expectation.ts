/** What a field of a document takes, in words for people. */
import type { DocumentFault } from '../base/documents/json-document.ts';
import { addressFaults } from '../contract/documents/assistant-address.ts';
import { idOfItsOwn } from '../contract/documents/exact-entry.ts';
import type { DocumentName } from '../contract/documents.ts';
import { assistantsWithDifferentNames, faultSentence, noSecret } from '../domain/configuration/fault-sentences.ts';
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
  if (type === 'array' && isFreeText(items))
    return say('a list of strings, each at most {count, number} characters', { count: items.maxLength });
  if (type === 'array') return say('a list, each entry {entry}', { entry: expectationOf(items ?? {}) });
  if (type === 'object') return say('a JSON object');
  if (type !== 'string') return say('another value');
  return maxLength === undefined ? say('a string') : say('a string of at most {count, number} characters', { count: maxLength });
}

function isFreeText(schema: KeySchema | undefined): schema is KeySchema & { readonly maxLength: number } {
  return schema?.type === 'string' && !schema.enum && schema.patternErrorMessage === undefined && schema.maxLength !== undefined;
}

/** What a field that is not valid has to be; the words of the schema library are for logs. */
export function expectationAt(name: DocumentName, { field = '', expected = '' }: Pick<DocumentFault, 'field' | 'expected'>): string {
  if (expected === noSecret) return say('a preference, and no secret such as a key or a password');
  return sentences[expected]?.() ?? expectationOf(schemaAt(documentSchema(name), field));
}

/** What is wrong with a field, in one sentence. @param key what it is called there. @param document as it was written, to quote from; null if it is not at hand */
export function faultAt(
  name: DocumentName,
  fault: Pick<DocumentFault, 'field' | 'expected'>,
  { key = fault.field ?? '', document = null }: { readonly key?: string; readonly document?: unknown } = {},
): string {
  const { expected = '' } = fault;
  const field = key || say('the document');
  const sentence = faultSentence(expected);
  if (sentence !== null) return `${field}: ${sentence}`;
  if (expected === idOfItsOwn) return usedTwice(name, field, valueAt(document, fault.field ?? ''));
  return needAt(name, fault, field);
}

/** What a value has to be, in a sentence about `it`. */
export function needOfIt(name: DocumentName, fault: Pick<DocumentFault, 'field' | 'expected'>): string {
  const { expected = '' } = fault;
  const what = expectationAt(name, fault);
  if (expected.startsWith('at least one of')) return say('it needs {what}', { what });
  return expected.startsWith('only ') ? say('it may have {what}', { what }) : say('it must be {what}', { what });
}

function needAt(name: DocumentName, fault: Pick<DocumentFault, 'field' | 'expected'>, field: string): string {
  const { expected = '' } = fault;
  const what = expectationAt(name, fault);
  if (expected.startsWith('at least one of')) return say('{field} needs {what}', { field, what });
  return expected.startsWith('only ') ? say('{field} may have {what}', { field, what }) : mustBe(field, what);
}

/** @param limit what it has to be, as `expectationOf` says it */
export function mustBe(field: string, limit: string): string {
  return say('{field} must be {limit}', { field, limit });
}

function usedTwice(name: DocumentName, field: string, id: unknown): string {
  if (typeof id !== 'string') return say('{field} must be unique: another entry has the same id', { field });
  return name === 'legal-hold'
    ? say('hold ids must be unique; "{id}" is used twice', { id })
    : say('rule ids must be unique; "{id}" is used twice', { id });
}

function valueAt(document: unknown, field: string): unknown {
  const inside = (value: unknown, part: string): unknown =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, part) ? (value as Readonly<Record<string, unknown>>)[part] : null;
  return field.split('.').reduce(inside, document);
}

/** Of texts with a pattern, by what the schemas in `src/contract/documents/` say of it; and what no schema can say, by what its check does (`holdsFault`). */
export const sentences: Readonly<Record<string, () => string>> = {
  'a language such as eng, deu or chi_sim': () => say('a language such as eng, deu or chi_sim'),
  'a time of day as HH:MM': () => say('a time of day as HH:MM'),
  'an address that begins with https://': () => say('an address that begins with https://'),
  'a shortcut such as Ctrl+Shift+V': () => say('a shortcut such as Ctrl+Shift+V'),
  'a shortcut such as Ctrl+Shift+S that the window does not use itself': () =>
    say('a shortcut such as Ctrl+Shift+S that the window does not use itself'),
  'a language such as deu or chi_sim': () => say('a language such as deu or chi_sim'),
  [addressFaults.scheme]: () => say('an address that begins with https://, or with http:// on this machine'),
  [addressFaults.credentials]: () => say('an address without a user name and a password'),
  [addressFaults.prompt]: () => say("an address with '{prompt}' at most once, after the host"),
  [addressFaults.form]: () => say('a complete address without spaces, such as https://chat.example/'),
  [assistantsWithDifferentNames]: () => say('assistants with different names'),
  'only lower-case letters, digits and hyphens': () => say('only lower-case letters, digits and hyphens'),
  'a time such as 30min, 1h, 90d, 2w, 6mo or 1y': () => say('a time such as 30min, 1h, 90d, 2w, 6mo or 1y'),
  'a day such as 2026-03-31, or a time such as 2026-03-31T18:00': () => say('a day such as 2026-03-31, or a time such as 2026-03-31T18:00'),
  'at least one of max_age, max_count and max_megabytes': () => say('at least one of max_age, max_count and max_megabytes'),
  'a list of at least one kind, or null for all copies': () => say('a list of at least one kind, or null for all copies'),
  'at least one of copies, from, until, application and query': () => say('at least one of copies, from, until, application and query'),
  'only the keys id, kinds, max_age, max_count and max_megabytes': () =>
    say('only the keys id, kinds, max_age, max_count and max_megabytes'),
  'only the keys id, note, copies, contents, from, until, application and query': () =>
    say('only the keys id, note, copies, contents, from, until, application and query'),
  'only the keys key and digests': () => say('only the keys key and digests'),
  'only the keys text, code, link, image and files': () => say('only the keys text, code, link, image and files'),
  [idOfItsOwn]: () => say('an id of its own'),
  '64 hexadecimal digits': () => say('64 hexadecimal digits'),
  'a real date, such as 2026-03-31': () => say('a real date, such as 2026-03-31'),
  [notBeforeFrom]: () => say('a time that is not earlier than `from`'),
  'a search without time conditions; for those there are `from` and `until`': () =>
    say('a search without time conditions; for those there are `from` and `until`'),
  'an extension such as .pem': () => say('an extension such as .pem'),
  'an absolute path, or one that starts with ~': () => say('an absolute path, or one that starts with ~'),
};

/** `workspaces.0.path`: the number of an entry stands for any entry. */
export function schemaAt(schema: KeySchema, field: string): KeySchema {
  let found = schema;
  for (const part of field === '' ? [] : field.split('.')) {
    const inside = found.anyOf?.find(({ type }) => type !== 'null') ?? found;
    const properties = inside.properties ?? {};
    found = (Object.hasOwn(properties, part) ? properties[part] : inside.items) ?? {};
  }
  return found;
}
