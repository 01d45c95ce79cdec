/**
 * What may be told of a document that is not valid to somebody who must not read it: where the fault is and what belongs there, in Hub's own words. Both are
 * made from the schemas, and never from the document: a key or a value of the user's can't come through, whatever it is.
 */
import type { DocumentFault } from '../../base/documents/json-document.ts';
import { type DocumentName, documentNames, presentVersion } from '../../contract/documents.ts';
import { noSecret } from '../../domain/configuration/fault-sentences.ts';
import { documentSchema, type KeySchema } from '../document-schema.ts';
import { expectationAt, expectationOf, sentences } from '../key-expectation.ts';
import { saidAs } from '../speak-language.ts';

/** In the place of a key that no schema has. */
export const foreignKey = '[foreign-word]';
const mostParts = 8;

/** The path of a fault, with what is not a key of the schema, or a number of an entry, replaced. */
export function ownPath(name: DocumentName, field: string): string {
  let schema = schemaOf(name);
  const parts = field.split('.').slice(0, mostParts);
  return parts
    .map((part) => {
      const [next, word] = step(schema, part);
      schema = next;
      return word;
    })
    .join('.');
}

/** What belongs there, in English; null where the fault says no more than its reason. */
export function ownExpectation(name: DocumentName, { reason, ...fault }: DocumentFault): string | null {
  if (reason === 'newer') return versionsUpTo(name);
  return reason === 'not-valid' ? inEnglish(() => expectationAt(name, fault)) : null;
}

/** Whether a text is the path of a key of a document, or what belongs at one: a log may have both. */
export function isOwnFaultText(text: string): boolean {
  return ownTexts().has(text) || documentNames.some((name) => text !== '' && ownPath(name, text) === text);
}

function step(schema: KeySchema, part: string): readonly [next: KeySchema, word: string] {
  const inside = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
  if (inside.items !== undefined && isEntry(part, inside.maxItems)) return [inside.items, part];
  const properties = inside.properties ?? {};
  return Object.hasOwn(properties, part) ? [properties[part] ?? {}, part] : [{}, foreignKey];
}

function isEntry(part: string, most = 100_000): boolean {
  return /^(?:0|[1-9]\d{0,4})$/.test(part) && Number(part) <= most;
}

const schemas = new Map<DocumentName, KeySchema>();

/** Made once: each word of a log is looked up. */
function schemaOf(name: DocumentName): KeySchema {
  const schema = schemas.get(name) ?? documentSchema(name);
  schemas.set(name, schema);
  return schema;
}

let known: ReadonlySet<string> | null = null;

function ownTexts(): ReadonlySet<string> {
  known ??= new Set([
    noSecret,
    ...inEnglish(() => Object.values(sentences).map((sentence) => sentence())),
    ...inEnglish(() => documentNames.flatMap((name) => [versionsUpTo(name), ...expectationsIn(schemaOf(name))])),
  ]);
  return known;
}

function expectationsIn(schema: KeySchema): readonly string[] {
  const inside = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items === undefined ? [] : [schema.items]),
    ...(schema.anyOf ?? []),
  ];
  return [expectationOf(schema), ...inside.flatMap(expectationsIn)];
}

function versionsUpTo(name: DocumentName): string {
  return `at most ${presentVersion(name)}`;
}

function inEnglish<Said>(make: () => Said): Said {
  return saidAs('en', {}, make);
}
