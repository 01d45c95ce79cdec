/** The texts of the extension: every one that is used is there in every language, with the same values, and there is no other. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

interface Message {
  readonly message: string;
  readonly placeholders?: Readonly<Record<string, { readonly content: string }>>;
}

const extension = path.join(import.meta.dirname, '../../../extension');
const folder = path.join(extension, 'public/_locales');
const languages = readdirSync(folder);
const textsOf = (language: string): Readonly<Record<string, Message>> =>
  JSON.parse(readFileSync(path.join(folder, language, 'messages.json'), 'utf8')) as Record<string, Message>;
const sources = readdirSync(extension, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.ts$/.test(file) && !/node_modules|\.wxt/.test(file))
  .map((file) => readFileSync(path.join(extension, file), 'utf8'))
  .join('\n');

test('the texts that are used are those that there are, in each language', () => {
  const used = new Set([...sources.matchAll(/\btext\(\s*'(\w+)'|__MSG_(\w+)__/g)].map(([, called, named]) => called ?? named ?? ''));
  assert.deepEqual(languages.toSorted(), ['de', 'en', 'zh_CN']);
  for (const language of languages) assert.deepEqual(Object.keys(textsOf(language)).toSorted(), [...used].toSorted(), language);
});

test('a translation has the values of its text, and words', () => {
  const english = textsOf('en');
  for (const language of languages) {
    for (const [key, { message, placeholders = {} }] of Object.entries(textsOf(language))) {
      const named = [...message.matchAll(/\$(\w+)\$/g)].map(([, name]) => name?.toLowerCase()).toSorted();
      assert.deepEqual(named, Object.keys(placeholders).toSorted(), `${language} ${key}`);
      assert.deepEqual(placeholders, english[key]?.placeholders ?? {}, `${language} ${key}`);
      assert.ok(message.trim().length > 0, `${language} ${key}`);
    }
  }
});

test('every call passes the values that its text has', () => {
  const english = textsOf('en');
  for (const [call, key = '', rest = ''] of sources.matchAll(/\btext\('(\w+)'((?:, [^()]*(?:\([^()]*\))?[^()]*)?)\)/g)) {
    assert.equal(rest !== '', english[key]?.placeholders !== undefined, call);
  }
});

test('German has no form of address', () => {
  for (const [key, { message }] of Object.entries(textsOf('de'))) assert.doesNotMatch(message, /\b(?:Sie|Ihr\w*|[Dd]u|[Dd]ein\w*)\b/, key);
});
