/** What the languages are called that pictures can be read in. */
import { languageName } from '../../domain/language/language-name.ts';
import { type KnownLanguage, tagOf } from '../../extraction/languages/known-languages.ts';

/** As people call it, in the language that is spoken. */
export function nameOf(language: KnownLanguage): string {
  return languageName(tagOf(language));
}
