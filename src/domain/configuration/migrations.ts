/**
 * How documents of an earlier version are brought to the present one (§9.1). A step is pure, is given the whole document with its unknown keys, and
 * returns it in the form of the next version. A step never changes once it has landed.
 */
import type { DocumentName } from '../../contract/documents.ts';

type Keyed = Readonly<Record<string, unknown>>;

/** From version to version: `1` leads from version 1 to 2. */
export type MigrationSteps = Readonly<Record<number, (document: Keyed) => Keyed>>;

/** The table of all steps. */
export const migrations: Readonly<Partial<Record<DocumentName, MigrationSteps>>> = {
  'retention-policy': { 1: allKindsAsNull },
};

/** An empty list was the default, and meant all copies; in version 2 `null` does. */
function allKindsAsNull(form: Keyed): Keyed {
  if (!Array.isArray(form.rules)) return form;
  return { ...form, rules: form.rules.map((rule: unknown) => (hasNoKinds(rule) ? { ...rule, kinds: null } : rule)) };
}

function hasNoKinds(rule: unknown): rule is Keyed {
  if (typeof rule !== 'object' || rule === null || !('kinds' in rule)) return false;
  return Array.isArray(rule.kinds) && rule.kinds.length === 0;
}

/** `newer`: a later Hub wrote the document, and nobody here knows what its keys mean. */
export type Migrated = { readonly kind: 'present'; readonly document: unknown } | { readonly kind: 'newer' };

/**
 * The document in the form of version `present`. A document without a version is of version 1. What is no document at all, or has a version that is no
 * whole number above 0, is returned as it is: its schema refuses it.
 */
export function migrated(document: unknown, present: number, steps: MigrationSteps = {}): Migrated {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return { kind: 'present', document };
  const keyed = document as Keyed;
  const version = Object.hasOwn(keyed, 'version') ? keyed.version : 1;
  if (!Number.isSafeInteger(version) || Number(version) < 1) return { kind: 'present', document };
  if (Number(version) > present) return { kind: 'newer' };
  if (version === present) return { kind: 'present', document };
  let form = keyed;
  for (let from = Number(version); from < present; from++) {
    const step = steps[from];
    if (step === undefined) throw new Error(`no migration from version ${from}`);
    form = step(form);
  }
  return { kind: 'present', document: { ...form, version: present } };
}

/** The document as it is written: without its version it would be read as version 1 again. */
export function withVersion(document: Keyed, present: number): Keyed {
  return present === 1 ? document : { ...document, version: present };
}
