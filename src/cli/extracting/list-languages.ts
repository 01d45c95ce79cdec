/** `hub ocr --list`: the languages that pictures can be read in, which of them are installed, and what they are to this user. */
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { languagesOfUser } from '../../configuration/speak-language.ts';
import { say, spokenLanguage } from '../../domain/language/say.ts';
import { type KnownLanguage, tagOf } from '../../extraction/languages/known-languages.ts';
import { type LanguageState, languageStates } from '../../extraction/languages/language-states.ts';
import { type ExitStatus, printJson, type Surface } from '../surface.ts';
import { formatTable } from '../table.ts';

export function listLanguages(surface: Surface, { json }: { readonly json?: boolean }): ExitStatus {
  const { places, env } = surface;
  const chosen = effectiveDocument(places, 'text-extraction').value.languages;
  const tags = languagesOfUser(effectiveDocument(places, 'hub').value.language, env);
  const states = languageStates({ folder: places.languages, chosen, tags });
  if (json === true) printJson(surface, { languages: states.map((state) => ({ ...state, name: nameOf(state.language) })) });
  else
    for (const line of formatTable(
      [say('LANGUAGE'), say('NAME'), say('STATE')],
      states.map((state) => [state.language, nameOf(state.language), conditionOf(state)]),
    ))
      surface.print(line);
  return 0;
}

/** In the language that is spoken. */
function nameOf(language: KnownLanguage): string {
  return new Intl.DisplayNames([spokenLanguage()], { type: 'language' }).of(tagOf(language)) ?? language;
}

function conditionOf({ language, isInstalled, isPartial, isUsed, isOfUser }: LanguageState): string {
  if (!isInstalled && isUsed) return say('in your settings, but not installed: hub ocr --install {language}', { language });
  if (!isInstalled)
    return isOfUser ? say('your language, not installed: hub ocr --install {language}', { language }) : say('not installed');
  if (isPartial) return say('installed in part; for better results: hub ocr --install {language}', { language });
  return isUsed ? say('installed, used where no language is named') : say('installed');
}
