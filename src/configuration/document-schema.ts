/** The JSON Schema of a configuration document, and of one key of it. */
import * as z from 'zod';
import { type DocumentName, documents } from '../contract/documents.ts';

/** The part of a JSON Schema that Hub's documents use. */
export interface KeySchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly KeySchema[];
  readonly properties?: Readonly<Record<string, KeySchema>>;
  readonly items?: KeySchema;
  readonly default?: unknown;
  readonly description?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly title?: string;
  /** What a text of this pattern is, as an editor that knows the schema says it, and Hub in the language of the user. */
  readonly patternErrorMessage?: string;
}

/** The form of the file, in which keys with a default may be missing. */
export function documentSchema(name: DocumentName): KeySchema {
  const { file, schema, about } = documents[name];
  const { $schema, ...form } = z.toJSONSchema(schema, { io: 'input' });
  return { $schema, title: file, description: `Hub: ${about}.`, ...form } as KeySchema;
}

/** The schema of a key such as `save.policy`; null if the document has none of this name. */
export function keySchema(schema: KeySchema, key: string): KeySchema | null {
  let found: KeySchema | undefined = schema;
  for (const part of key.split('.')) {
    const properties: KeySchema['properties'] = found?.properties;
    found = properties && Object.hasOwn(properties, part) ? properties[part] : undefined;
  }
  return found ?? null;
}

/** Keys of a document that its schema does not have, which Hub keeps and ignores: `saev`, `save.polcy`. Entries of lists are not looked at. */
export function unknownKeys({ properties }: KeySchema, value: unknown, prefix = ''): readonly string[] {
  if (properties === undefined || typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (known !== undefined) return unknownKeys(known, inner, `${prefix}${key}.`);
    return prefix === '' && (key === '$schema' || key === 'version') ? [] : [`${prefix}${key}`];
  });
}

/** The names of the keys that a person sets: `save.policy`. A key with keys of its own counts as these. */
export function keyNames({ properties = {} }: KeySchema, prefix = ''): readonly string[] {
  const keys = Object.entries(properties).filter(([key]) => key !== 'version');
  return keys.flatMap(([key, inner]) => (inner.properties ? keyNames(inner, `${prefix}${key}.`) : [`${prefix}${key}`]));
}
