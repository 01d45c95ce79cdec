/** The languages that pictures are read in, as boxes to check: those that are installed, by their names. */
import type { LanguageOffers, SettingControl } from '../../../contract/documents/shown-settings.ts';
import { languageName } from '../../language/language-name.ts';
import { say } from '../../language/say.ts';

/** What is known of one that pictures could be read in. */
export interface PictureLanguage {
  /** As the document has it: `deu`. */
  readonly language: string;
  /** BCP 47. */
  readonly tag: string;
  readonly isInstalled: boolean;
  /** The first language of the user that Hub can read. */
  readonly isOfUser: boolean;
  /** It is being installed, and this much of it is there: 0..1. */
  readonly installed?: number;
}

/** What comes with Hub, and is read where nothing is chosen. */
const usual = 'eng';

/** One that is chosen and cannot be read is shown too, so that it can be taken away: with it, no picture is read. */
export function languagesControl(
  known: readonly PictureLanguage[],
  chosen: readonly string[],
): Extract<SettingControl, { kind: 'checks' }> {
  const value = chosen.length === 0 ? [usual] : chosen;
  const installed = known.filter((one) => one.isInstalled || value.includes(one.language));
  const unknown = value.filter((language) => !installed.some((one) => one.language === language));
  const choices = [
    ...installed.map((one) => ({
      value: one.language,
      name: one.isInstalled ? languageName(one.tag) : say('{language} (not installed)', { language: languageName(one.tag) }),
    })),
    ...unknown.map((language) => ({ value: language, name: language })),
  ];
  return { kind: 'checks', value, choices, whenNone: usual, adds: languageOffers(known) };
}

/** Null where all are installed. */
function languageOffers(known: readonly PictureLanguage[]): LanguageOffers | null {
  const missing = known.filter((one) => !one.isInstalled).toSorted((one, other) => Number(other.isOfUser) - Number(one.isOfUser));
  const coming = known.find(({ installed }) => installed !== undefined);
  if (missing.length === 0 && coming === undefined) return null;
  return {
    offers: missing.map(({ language, tag }) => ({ value: language, name: languageName(tag) })),
    progress: coming ? progressOf(coming) : null,
  };
}

function progressOf({ tag, installed = 0 }: PictureLanguage): string {
  return say('downloading {language}: {percent} %', { language: languageName(tag), percent: Math.round(installed * 100) });
}

/** Where the language of the user could be installed. */
export function adviceOnLanguages(known: readonly PictureLanguage[]): string {
  const own = known.find(({ isOfUser, isInstalled }) => isOfUser && !isInstalled);
  return own === undefined ? '' : say('{language} is not installed.', { language: languageName(own.tag) });
}
