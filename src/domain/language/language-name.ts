/** Names of languages as people say them. */
import { spokenLanguage } from './say.ts';

/** In the language that is spoken: `German` for `de`. What is no tag of a language (BCP 47) is given back as it is. */
export function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames([spokenLanguage()], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
