/**
 * What a user reads, in the user's language. The English text stands where it is used, and is the key of its translations; one that is not translated is
 * said in English. Logs, JSON, words of protocols and ids are never said: programs read them, and they are the same in every language.
 */
import { newMessage } from '#message-format';
import type { Language } from '../../contract/documents/hub.ts';
import { findTemplate, type Tries, whyNotRecognized } from './find-template.ts';

/** The translations of a language by their English texts (`languages/de.json`). */
export type Translations = Readonly<Record<string, string>>;

/** What stands for the names in braces. */
export type Values = Readonly<Record<string, string | number>>;

interface Spoken {
  readonly language: Language;
  readonly translations: Translations;
  /** The texts with values, as soon as one is looked for. */
  templates?: readonly string[];
}

/** A sentence with values in a value of a sentence. */
const mostNested = 4;
const longestHeard = 1_000;
/** Hub's own sentences need fewer than a thousand, with the most awkward values. */
const mostTries = 3_000;

let spoken: Spoken = { language: 'en', translations: {} };
/** Messages that were parsed, in the language that is spoken. */
const messages = new Map<string, ReturnType<typeof newMessage>>();

/** From now on this process says everything in this language. */
export function speak(language: Language, translations: Translations = {}): void {
  spoken = { language, translations };
  messages.clear();
}

export function spokenLanguage(): Language {
  return spoken.language;
}

/**
 * The text in the language that is spoken. It is an ICU message, written as a literal, because `tools/texts/` reads it from the source: `{name}` is
 * replaced by a value as it is, `{count, plural, one {# copy} other {# copies}}` chooses a form. Do not call it while a module loads: the language is
 * not known by then.
 */
export function say<const English extends string>(english: string extends English ? never : English, values: Values = {}): string {
  const { language, translations } = spoken;
  const translated = Object.hasOwn(translations, english) ? translations[english] : undefined;
  const text = translated ?? english;
  if (!text.includes('{')) return text;
  if (isMessage.test(text)) return formatted(text, translated === undefined ? 'en' : language, values);
  return filled(text, values);
}

/** A sentence for another process, which says it with `sayHeard`: English here, whatever is spoken. A literal too; its values are taken as they are. */
export function told<const English extends string>(english: string extends English ? never : English, values: Values = {}): string {
  return filled(english, values);
}

/**
 * A sentence that another process has told, in the language that is spoken here: one of the texts, with its values, which may be such sentences too. One
 * that is not recognized as a whole stays as it is, because half of it in another language is worse.
 */
export function sayHeard(sentence: string): string {
  return heard(sentence, mostNested, { left: mostTries }) ?? sentence;
}

function heard(sentence: string, nested: number, tries: Tries): string | null {
  const { translations } = spoken;
  if (Object.hasOwn(translations, sentence)) return translations[sentence] ?? null;
  if (nested === 0 || sentence.length > longestHeard) return null;
  spoken.templates ??= Object.keys(translations).filter(
    (text) => text.includes('{') && !isMessage.test(text) && whyNotRecognized(text) === null,
  );
  const hear = (value: string): string | null => heard(value, nested - 1, tries);
  const found = findTemplate(spoken.templates, sentence, { hear, tries });
  return found === null ? null : filled(translations[found.template] ?? found.template, found.values);
}

/**
 * A sentence that has been said, within another one: without its period. English does not capitalize it there, unless it begins with a name; German nouns
 * stay as they are, and Chinese has no capitals.
 */
export function withinSentence(said: string): string {
  // A name keeps its capital, as does what is in capitals.
  const isLower = spoken.language === 'en' && !/^(?:Hub|WorkSpace|\p{Lu}{2,})\b/u.test(said);
  return `${isLower ? said.slice(0, 1).toLowerCase() : said.slice(0, 1)}${said.slice(1)}`.replace(/\.$/, '');
}

function filled(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** It chooses or formats, or quotes a brace; other texts only have names in braces, and do not pay for the parser. */
const isMessage = /\{\w+,|'[{}]/;

function formatted(text: string, language: Language, values: Values): string {
  const message = messages.get(text) ?? newMessage(text, language);
  messages.set(text, message);
  return String(message.format(values));
}
