/** The check of a configuration document: brought to the present version, then validated by its schema. */
import type * as z from 'zod';
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
