/** The words of a command line as the value of a key, and what a key expects in words. */
import { done, failed, type Outcome } from '../../base/outcome.ts';
import type { KeySchema } from '../../configuration/document-schema.ts';
import { say } from '../../domain/language/say.ts';

/** What belongs there: `one of: all, typed, off`. */
export function expectationOf(schema: KeySchema): string {
  const { type, anyOf, enum: words, const: only, items, minimum, maximum, maxLength } = schema;
  if (anyOf) return anyOf.map(expectationOf).join(say(', or '));
  if (only !== undefined) return String(only);
  if (words) return say('one of: {words}', { words: words.join(', ') });
  if (type === 'boolean') return say('true or false');
  if (type === 'null') return 'null';
  if (type === 'integer') return say('a whole number from {minimum} to {maximum}', { minimum: minimum ?? '', maximum: maximum ?? '' });
  if (type === 'array' && items?.properties) return say('a JSON list of objects');
  if (type === 'array') return say('a list, each {entry}', { entry: expectationOf(items ?? {}) });
  if (type === 'object') return say('a JSON object');
  return say('a text of at most {count} characters', { count: maxLength ?? '' });
}

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
