/** What can be said of each language that pictures can be read in: for whoever shows it. */
import { isComplete, isInstalled } from './install-language.ts';
import { type KnownLanguage, knownLanguage, knownLanguages, languageOfTag, packagesOf } from './known-languages.ts';

export interface LanguageState {
  readonly language: KnownLanguage;
  readonly isInstalled: boolean;
  /** Installed, but by a Hub that knew less: pictures in it are read less well than they could be. */
  readonly isPartial: boolean;
  /** Pictures are read in it where no language is named. */
  readonly isUsed: boolean;
  /** The first language of the user that Hub can read. */
  readonly isOfUser: boolean;
}

export interface LanguageFacts {
  /** Of the installed languages. */
  readonly folder: string;
  /** As the settings name them; none means English. */
  readonly chosen: readonly string[];
  /** The languages of the user, the first one first: `de_DE.UTF-8`, `zh-TW`. */
  readonly tags: readonly string[];
}

export function languageStates({ folder, chosen, tags }: LanguageFacts): readonly LanguageState[] {
  const used = new Set(chosen.length === 0 ? ['eng'] : chosen.map((name) => knownLanguage(name)));
  const ofUser = tags.map(languageOfTag).find((language) => language !== null);
  return knownLanguages.map((language) => {
    const installed = isInstalled(folder, language);
    return {
      language,
      isInstalled: installed,
      isPartial: installed && !isComplete(folder, packagesOf(language)),
      isUsed: used.has(language),
      isOfUser: language === ofUser,
    };
  });
}
