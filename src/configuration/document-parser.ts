/** The check of a configuration document: brought to the present version, then validated by its schema. */
import * as z from 'zod';
import type { ParseDocument } from '../base/documents/json-document.ts';
import { type DocumentName, type DocumentValue, documents, presentVersion } from '../contract/documents.ts';
import { migrated, migrations } from '../domain/configuration/migrations.ts';

/** The check of one document. A fault names a field and what was expected there, and quotes nothing. */
export function documentParser<Name extends DocumentName>(name: Name): ParseDocument<DocumentValue<Name>> {
  const schema = documents[name].schema as unknown as z.ZodType<DocumentValue<Name>>;
  const present = presentVersion(name);
  return (value) => {
    const form = migrated(value, present, migrations[name]);
    if (form.kind === 'newer') return { ok: false, reason: 'newer', field: 'version', expected: `at most ${present}` };
    const result = schema.safeParse(form.document);
    if (result.success) return { ok: true, value: result.data };
    const issue = result.error.issues[0];
    return { ok: false, field: issue?.path.join('.') ?? '', expected: issue?.message ?? 'another form' };
  };
}

type Keyed = Readonly<Record<string, unknown>>;

/**
 * The check of a change to a document that was `before`. A document by hand may have a value in whose place another one is read (`catch` in the schema);
 * a change to such a value is refused, because it would not do what it says.
 */
export function changeParser<Name extends DocumentName>(name: Name, before: Keyed): ParseDocument<DocumentValue<Name>> {
  const parse = documentParser(name);
  const keys = Object.entries(documents[name].schema.shape as Readonly<Record<string, z.ZodType>>);
  return (value) => {
    const parsed = parse(value);
    if (!parsed.ok) return parsed;
    const after = value as Keyed;
    for (const [field, schema] of keys) {
      const given = schema instanceof z.ZodDefault ? schema.unwrap() : schema;
      if (!(given instanceof z.ZodCatch) || after[field] === undefined || after[field] === before[field]) continue;
      const refused = z.safeParse(given.unwrap(), after[field]);
      if (!refused.success) return { ok: false, field, expected: refused.error.issues[0]?.message ?? 'another value' };
    }
    return parsed;
  };
}
