/** Secrets in the documents of the quick settings, which are no place for one. */
import { findSecret, showsSecret } from '../secrets/find-secret.ts';
import { showsSecretInPreference } from '../secrets/secret-in-preference.ts';

/** Deeper levels are refused elsewhere. */
const deepest = 32;
/** What a configuration by hand calls a value, with the value. */
const written = (name: string, value: string): string => `${name} = ${JSON.stringify(value)}`;

/** The path of the first value or key that looks like a secret (`assistants.0.address`), with a key that is one left out; null if there is none. */
function secretPlace(value: unknown, path: readonly string[] = []): string | null {
  const name = path.at(-1) ?? '';
  if (typeof value === 'string') {
    const isSecret =
      findSecret(value) !== null ||
      value.split('\n').some((line) => showsSecret(line)) ||
      (/\D/.test(name) && findSecret(written(name, value)) !== null);
    return isSecret ? path.join('.') : null;
  }
  if (typeof value !== 'object' || value === null || path.length > deepest) return null;
  for (const [key, inner] of Object.entries(value)) {
    if (findSecret(key) !== null) return path.join('.');
    const found = secretPlace(inner, [...path, key]);
    if (found !== null) return found;
  }
  return null;
}

/** The path of the first new text that has no place in a preference although it may be no secret; what was there before stays in force. */
function doubtfulPlace(after: unknown, before: unknown): string | null {
  return newDoubtfulPlace(after, textsIn(before), []);
}

function newDoubtfulPlace(value: unknown, known: ReadonlySet<string>, path: readonly string[]): string | null {
  if (typeof value === 'string') return !known.has(value) && showsSecretInPreference(value) ? path.join('.') : null;
  if (typeof value !== 'object' || value === null || path.length > deepest) return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = newDoubtfulPlace(inner, known, [...path, key]);
    if (found !== null) return found;
  }
  return null;
}

function textsIn(value: unknown, level = 0): ReadonlySet<string> {
  if (typeof value === 'string') return new Set([value]);
  if (typeof value !== 'object' || value === null || level > deepest) return new Set();
  return new Set(Object.values(value).flatMap((inner) => [...textsIn(inner, level + 1)]));
}

export const secretsInDocument = { secretPlace, doubtfulPlace } as const;
