/** Whether text in pictures is read in the languages that the user has: which are installed, and what brings the others. Read-only. */
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { languagesOfUser } from '../../configuration/speak-language.ts';
import { languageName } from '../../domain/language/language-name.ts';
import { say } from '../../domain/language/say.ts';
import { tagOf } from '../../extraction/languages/known-languages.ts';
import { type LanguageState, languageStates } from '../../extraction/languages/language-states.ts';
import { type Check, type CheckFacts, type CheckFinding, failure, fine, note } from './check.ts';

async function lookAtLanguages({ places, env }: CheckFacts): Promise<readonly CheckFinding[]> {
  const tags = languagesOfUser(effectiveDocument(places, 'hub').value.language, env);
  const chosen = effectiveDocument(places, 'text-extraction').value.languages;
  return judgeLanguages(languageStates({ folder: places.languages, chosen, tags }));
}

export function judgeLanguages(states: readonly LanguageState[]): readonly CheckFinding[] {
  const used = states.filter(({ isUsed }) => isUsed);
  const missing = used.filter(({ isInstalled }) => !isInstalled);
  // Without the data of one of them, no picture is read by itself.
  if (missing.length > 0)
    return [failure('not-installed', say('not installed: {languages}', { languages: inWords(missing) }), installing(missing))];
  const partial = states.filter(({ isPartial }) => isPartial);
  const ofUser = states.find(({ isOfUser, isUsed }) => isOfUser && !isUsed);
  return [
    fine(
      say('installed: {languages}', {
        languages: inWords(states.filter(({ isInstalled }) => isInstalled)),
      }),
    ),
    ...(partial.length > 0
      ? [note('partial', say('{languages} could be read better', { languages: inWords(partial) }), installing(partial))]
      : []),
    ...(ofUser === undefined ? [] : [notUsed(ofUser, used)]),
  ];
}

/** A language of the user that pictures are not read in. */
function notUsed(ofUser: LanguageState, used: readonly LanguageState[]): CheckFinding {
  const setting = `hub config set text-extraction languages ${named([...used, ofUser], ' ')}`;
  const mend = ofUser.isInstalled ? setting : `${installing([ofUser])} && ${setting}`;
  return note(
    'language-not-used',
    say('text in pictures is not recognized in your language ({language})', { language: languageName(tagOf(ofUser.language)) }),
    mend,
  );
}

function installing(states: readonly LanguageState[]): string {
  return `hub ocr --install ${named(states, '+')}`;
}

function inWords(states: readonly LanguageState[]): string {
  return states.map(({ language }) => languageName(tagOf(language))).join(', ');
}

function named(states: readonly LanguageState[], separator: string): string {
  return states.map(({ language }) => language).join(separator);
}

export const pictureLanguagesCheck: Check = {
  id: 'picture-languages',
  title: () => say('Text in pictures'),
  run: lookAtLanguages,
};
