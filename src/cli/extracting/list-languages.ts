/** `hub ocr --languages`: the languages that pictures can be read in, which of them are installed, and what they are to this user. */
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { languagesOfUser } from '../../configuration/speak-language.ts';
import { say } from '../../domain/language/say.ts';
import { type LanguageState, languageStates } from '../../extraction/languages/language-states.ts';
import { type ExitStatus, printJson, type Surface } from '../surface.ts';
import { formatTable } from '../table.ts';
import { nameOf } from './language-names.ts';

export function listLanguages(surface: Surface, { json }: { readonly json?: boolean }): ExitStatus {
  const { places, env } = surface;
  const chosen = effectiveDocument(places, 'text-extraction').value.languages;
  const tags = languagesOfUser(effectiveDocument(places, 'hub').value.language, env);
  const states = languageStates({ folder: places.languages, chosen, tags });
  const used = states.filter(({ isUsed }) => isUsed).map(({ language }) => language);
  if (json === true) printJson(surface, { languages: states.map((state) => ({ ...state, name: nameOf(state.language) })) });
  else {
    for (const line of formatTable(
      [say('LANGUAGE'), say('CODE'), say('STATE')],
      states.map((state) => [nameOf(state.language), state.language, conditionOf(state, used)]),
    ))
      surface.print(line);
    surface.print(
      say('To install one: hub ocr --install {language}', { language: states.find((one) => !one.isInstalled)?.language ?? 'deu' }),
    );
  }
  return 0;
}

function conditionOf({ language, isInstalled, isPartial, isUsed, isOfUser }: LanguageState, used: readonly string[]): string {
  if (!isInstalled && isUsed) return say('in your settings, but not installed: hub ocr --install {language}', { language });
  if (!isInstalled)
    return isOfUser ? say('your language, not installed: hub ocr --install {language}', { language }) : say('not installed');
  if (isPartial) return say('installed in part; for better results: hub ocr --install {language}', { language });
  return isUsed
    ? say('installed, and used')
    : say('installed, but not used; to use it: hub config set text-extraction languages {languages}', {
        languages: [...used, language].join(' '),
      });
}
