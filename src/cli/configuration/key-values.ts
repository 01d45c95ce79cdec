/** The words of a command line as the value of a key. */
import { done, failed, type Outcome } from '../../base/outcome.ts';
import type { KeySchema } from '../../configuration/document-schema.ts';

/**
 * The value that the words mean for this key. A list of words is one word for each entry; anything may be given as one word of JSON. Limits are not
 * checked here.
 */
export function wordsAsValue(schema: KeySchema, words: readonly string[]): Outcome<unknown, 'not-valid'> {
  const { type, anyOf, items } = schema;
  const [word = '', ...more] = words;
  if (anyOf) {
    const other = anyOf.find((one) => one.type !== 'null') ?? {};
    return words.length === 1 && word === 'null' && anyOf.some((one) => one.type === 'null') ? done(null) : wordsAsValue(other, words);
  }
  if (type === 'array')
    return more.length === 0 && /^\s*\[/.test(word) ? json(word) : items?.properties ? failed('not-valid') : done(words);
  if (more.length > 0) return failed('not-valid');
  if (type === 'boolean') return word === 'true' || word === 'false' ? done(word === 'true') : failed('not-valid');
  if (type === 'integer') return /^-?\d{1,15}$/.test(word) ? done(Number(word)) : failed('not-valid');
  return type === 'object' ? json(word) : done(word);
}

function json(word: string): Outcome<unknown, 'not-valid'> {
  try {
    return done(JSON.parse(word));
  } catch {
    return failed('not-valid');
  }
}
