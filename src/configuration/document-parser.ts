/** The check of a configuration document: brought to the present version, then validated by its schema. */
import { createRequire } from 'node:module';
import * as z from 'zod';
import { missingDocument, type ParseDocument } from '../base/documents/json-document.ts';
import { globalRefusal, refusedKeysFault } from '../contract/documents/refused-shortcuts.ts';
import { parseShortcut } from '../contract/documents/shortcut.ts';
import { type DocumentName, type DocumentValue, documents, presentVersion, quickSettingsNames } from '../contract/documents.ts';
import { assistantsWithDifferentNames, noSecret } from '../domain/configuration/fault-sentences.ts';
import { migrated, migrations } from '../domain/configuration/migrations.ts';
import type { secretsInDocument } from '../domain/configuration/secrets-in-document.ts';
import { holdsFault } from '../domain/retention/holds.ts';

/** Loaded with the first document that may have one: each process reads documents at its start, and most have none to read. */
function knownSecrets(): typeof secretsInDocument {
  type Module = typeof import('../domain/configuration/secrets-in-document.ts');
  return (createRequire(import.meta.url)('../domain/configuration/secrets-in-document.ts') as Module).secretsInDocument;
}

/** The check of one document. A fault names a field and what was expected there, and quotes nothing. */
export function documentParser<Name extends DocumentName>(name: Name): ParseDocument<DocumentValue<Name>> {
  const schema = documents[name].schema as unknown as z.ZodType<DocumentValue<Name>>;
  const present = presentVersion(name);
  return (value) => {
    const form = migrated(value, present, migrations[name]);
    if (form.kind === 'newer') return { ok: false, reason: 'newer', field: 'version', expected: `at most ${present}` };
    const secret = isQuickSettings(name) && value !== missingDocument ? knownSecrets().secretPlace(form.document) : null;
    if (secret !== null) return { ok: false, field: secret, expected: noSecret };
    const result = schema.safeParse(form.document);
    const flaw = result.success && isLegalHold(name, result.data) ? (missingHolds(value) ?? holdsFault(result.data)) : null;
    if (flaw !== null) return { ok: false, ...flaw };
    if (result.success) return { ok: true, value: result.data };
    const issue = result.error.issues[0];
    return { ok: false, field: issue?.path.join('.') ?? '', expected: issue?.message ?? 'another form' };
  };
}

function isLegalHold(name: DocumentName, _value: unknown): _value is DocumentValue<'legal-hold'> {
  return name === 'legal-hold';
}

/** A file without `holds`, or with a misspelled one, says nothing of the holds: only `"holds": []` ends them. */
function missingHolds(document: unknown): { readonly field: string; readonly expected: string } | null {
  return document === missingDocument || Object.hasOwn(document as object, 'holds')
    ? null
    : { field: 'holds', expected: 'a list of holds' };
}

type Keyed = Readonly<Record<string, unknown>>;

function hasTwins({ assistants }: Keyed): boolean {
  const names = Array.isArray(assistants) ? assistants.map((one: unknown) => (one as Keyed | null)?.name) : [];
  return new Set(names).size < names.length;
}

function isQuickSettings(name: DocumentName): boolean {
  return (quickSettingsNames as readonly DocumentName[]).includes(name);
}

/**
 * The check of a change to a document that was `before`. A document by hand may have a value in whose place another one is read (`catch` in the schema);
 * a change to such a value is refused, because it would not do what it says. It may also have a shortcut that nobody may choose.
 */
export function changeParser<Name extends DocumentName>(name: Name, before: Keyed): ParseDocument<DocumentValue<Name>> {
  const parse = documentParser(name);
  const fields = Object.entries(documents[name].schema.shape as Readonly<Record<string, z.ZodType>>);
  return (value) => {
    const parsed = parse(value);
    if (!parsed.ok) return parsed;
    const after = value as Keyed;
    const keys = refusedKeys(name, before, after);
    if (keys !== null) return keys;
    const doubtful = isQuickSettings(name) ? knownSecrets().doubtfulPlace(after, before) : null;
    if (doubtful !== null) return { ok: false, field: doubtful, expected: noSecret };
    if (name === 'chat-routing' && hasTwins(after) && !hasTwins(before))
      return { ok: false, field: 'assistants', expected: assistantsWithDifferentNames };
    for (const [field, schema] of fields) {
      const given = schema instanceof z.ZodDefault ? schema.unwrap() : schema;
      if (!(given instanceof z.ZodCatch) || after[field] === undefined || after[field] === before[field]) continue;
      const refused = z.safeParse(given.unwrap(), after[field]);
      if (!refused.success) return { ok: false, field, expected: refused.error.issues[0]?.message ?? 'another value' };
    }
    return parsed;
  };
}

/** Where the keys for everywhere are. Those of commands have their rule in the schema. */
const globalKeys: Partial<Record<DocumentName, string>> = { hub: 'picker.shortcut', 'text-extraction': 'shortcut' };

function refusedKeys(
  name: DocumentName,
  before: Keyed,
  after: Keyed,
): { readonly ok: false; readonly field: string; readonly expected: string } | null {
  const field = globalKeys[name];
  if (field === undefined) return null;
  const [was, is] = [before, after].map((document) => keysAt(document, field.split('.')));
  const refusal = is === null || is === undefined || is === was ? null : parsedRefusal(is);
  return refusal === null ? null : { ok: false, field, expected: refusal };
}

function parsedRefusal(keys: string): string | null {
  const shortcut = parseShortcut(keys);
  const refusal = shortcut === null ? null : globalRefusal(shortcut);
  return shortcut === null || refusal === null ? null : refusedKeysFault(refusal, shortcut);
}

function keysAt(document: unknown, path: readonly string[]): string | null {
  let found = document;
  for (const part of path) found = typeof found === 'object' && found !== null ? (found as Keyed)[part] : null;
  return typeof found === 'string' ? found : null;
}
