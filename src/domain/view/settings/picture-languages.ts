/** The languages that pictures are read in, as boxes to check: those that are installed, by their names. */
import type { SettingControl } from '../../../contract/documents/shown-settings.ts';
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
  return { kind: 'checks', value, choices, whenNone: usual };
}

/** What installs the language of the user, or any other one. */
export function adviceOnLanguages(known: readonly PictureLanguage[]): string {
  const own = known.find(({ isOfUser, isInstalled }) => isOfUser && !isInstalled);
  if (own === undefined) {
    const other = known.find(({ isInstalled }) => !isInstalled);
    return say('To add one: hub ocr --install {code}. To list them all: hub ocr --languages', { code: other?.language ?? 'deu' });
  }
  return say('{language} is not installed. To install it: hub ocr --install {code}', {
    language: languageName(own.tag),
    code: own.language,
  });
}
