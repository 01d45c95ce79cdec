/** The catalogues of translations, and making this process speak the language of the setting. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { documentAsWritten } from '../base/documents/json-document.ts';
import { type Language, languages } from '../contract/words/listed-words.ts';
import { askedLanguages, chosenLanguage, type SystemLanguage } from '../domain/language/choose-language.ts';
import { speak, spokenLanguage, type Translations } from '../domain/language/say.ts';
import type { Places } from '../platform/locations.ts';

const document = 'config/hub.json';
const folder = path.join(import.meta.dirname, '../../languages');

/**
 * `language` in `hub.json` as it is written there, or in its last valid version while it cannot be read; `system` if neither says one, and English for any other value, as its
 * schema has it. For a command, which says its first word before it reads anything: the schemas of all documents would take longer than the command.
 */
export function languageSetting(places: Places): Language | 'system' {
  const written = documentAsWritten(places.document(document)) ?? documentAsWritten(path.join(places.lastGood, path.basename(document)));
  const language = typeof written === 'object' && written !== null && 'language' in written ? written.language : 'system';
  return language === 'system' ? language : (languages.find((one) => one === language) ?? 'en');
}

/** `setting` is `language` in `hub.json`. Returns the language that is spoken from now on. */
export function speakAs(setting: string, env: Readonly<Record<string, string | undefined>>): Language {
  const language = chosenLanguage(setting, systemLanguage(env));
  if (language !== spokenLanguage()) speak(language, translationsInto(language));
  return language;
}

/** The languages of the user, the first one first: tags and locales. `setting` is `language` in `hub.json`. */
export function languagesOfUser(setting: string, env: SystemLanguage['env']): readonly string[] {
  return askedLanguages(setting, systemLanguage(env));
}

function systemLanguage(env: SystemLanguage['env']): SystemLanguage {
  // Node's own answer comes from the system's settings on Windows; elsewhere it repeats the variables.
  return { env, preferred: process.platform === 'linux' ? null : navigator.language };
}

/** What `sentence` says in the language of the setting, in a process that says everything else in another one. */
export function saidAs<Said>(setting: string, env: Readonly<Record<string, string | undefined>>, sentence: () => Said): Said {
  const before = spokenLanguage();
  try {
    speakAs(setting, env);
    return sentence();
  } finally {
    if (spokenLanguage() !== before) speak(before, translationsInto(before));
  }
}

/** Never throws: without its catalogue a language is English. */
export function translationsInto(language: Language): Translations {
  if (language === 'en') return {};
  try {
    return JSON.parse(readFileSync(path.join(folder, `${language}.json`), 'utf8')) as Translations;
  } catch {
    return {};
  }
}

/** The language of this tag; null if Hub does not speak it. */
export function languageNamed(tag: string): Language | null {
  return languages.find((language) => language === tag) ?? null;
}
