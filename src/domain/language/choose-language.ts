/** Which language is spoken: the one in `hub.json`, or the system's. */
import type { Language } from '../../contract/documents/hub.ts';

/** What is known about the system. */
export interface SystemLanguage {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The tag that the system itself gives, where its variables are not the usual way to set it; null on Linux. */
  readonly preferred: string | null;
}

/** `setting`: `system`, or a tag such as `de` or `zh-CN`. English for every language that Hub does not speak. */
export function chosenLanguage(setting: string, system: SystemLanguage): Language {
  return (
    askedLanguages(setting, system)
      .map(languageOf)
      .find((language) => language !== null) ?? 'en'
  );
}

/** The languages of the user, the first one first, also those that Hub does not speak: tags and locales, such as `fr_FR.UTF-8`. */
export function askedLanguages(setting: string, system: SystemLanguage): readonly string[] {
  return setting === 'system' ? systemLanguages(system) : [setting];
}

/**
 * In the order of GNU gettext (manual, 2.3 "Setting the Locale through Environment Variables"): `LC_ALL`, `LC_MESSAGES` and `LANG` name the locale;
 * `LANGUAGE` is a list of languages that goes before it, unless the locale is C.
 */
function systemLanguages({ env, preferred }: SystemLanguage): readonly string[] {
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  if (locale === '') return preferred === null ? [] : [preferred];
  return isPlain(locale) ? ['en'] : [...(env.LANGUAGE ?? '').split(':'), locale];
}

/** The locale that every system has, which has no language. */
function isPlain(locale: string): boolean {
  return /^(C|POSIX)(\..*)?$/.test(locale);
}

/** Of `de_DE.UTF-8@euro` the language; null for one that Hub does not speak. Chinese in traditional characters is another one. */
function languageOf(locale: string): Language | null {
  const tag = (locale.split(/[.@]/, 1)[0] ?? '').replaceAll('_', '-');
  const language = /^[a-z]{2,3}(?=-|$)/i.exec(tag)?.[0].toLowerCase();
  if (language === 'en' || language === 'de') return language;
  return language === 'zh' && isSimplified(tag) ? 'zh-CN' : null;
}

/** By the likely script of the region (CLDR): Hans for `zh`, `zh-SG` and `zh-Hans-HK`, Hant for `zh-TW`. */
function isSimplified(tag: string): boolean {
  try {
    return new Intl.Locale(tag).maximize().script === 'Hans';
  } catch {
    return false;
  }
}
