/** Values that a document may have, and that would do nothing here: an assistant that is not in the list, a language without data, keys with another use. */
import { chosenShortcuts } from '../../configuration/chosen-shortcuts.ts';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import type { DocumentName, DocumentValue } from '../../contract/documents.ts';
import { keysOfCommands, reservedKeys } from '../../domain/commands/own-shortcuts.ts';
import { languageName } from '../../domain/language/language-name.ts';
import { say } from '../../domain/language/say.ts';
import { isInstalled } from '../../extraction/languages/install-language.ts';
import { knownLanguage, knownLanguages, tagOf } from '../../extraction/languages/known-languages.ts';
import type { Places } from '../../platform/locations.ts';

/** Why what is to be set does nothing; null if it does something. @param value the document with that key alone, everything else by default. */
export function whyUseless<Name extends DocumentName>(places: Places, name: Name, key: string, value: DocumentValue<Name>): string | null {
  if (isOf('chat-routing', name, value) && key !== 'assistants') return whyNobody(places, value);
  if (isOf('text-extraction', name, value))
    return key === 'languages' ? whyUnread(places, value.languages) : key === 'shortcut' ? whyTaken(places, 'text', value.shortcut) : null;
  return isOf('hub', name, value) && key === 'picker.shortcut' ? whyTaken(places, 'picker', value.picker.shortcut) : null;
}

function isOf<Wanted extends DocumentName>(wanted: Wanted, name: DocumentName, _value: unknown): _value is DocumentValue<Wanted> {
  return name === wanted;
}

function whyNobody(places: Places, { default_assistant: usual, routes }: DocumentValue<'chat-routing'>): string | null {
  const names = effectiveDocument(places, 'chat-routing').value.assistants.map((assistant) => assistant.name);
  const unknown = [usual, ...Object.values(routes)].find((named) => named !== '' && !names.some((one) => one === named));
  if (unknown === undefined) return null;
  return say('there is no assistant with this name; the assistants are: {names}', { names: names.join(', ') });
}

function whyUnread(places: Places, languages: readonly string[]): string | null {
  for (const name of languages) {
    const language = knownLanguage(name);
    if (language === null) return say('there is no language {name}; choose from: {known}', { name, known: knownLanguages.join(', ') });
    if (!isInstalled(places.languages, language))
      return say('{language} is not installed; install it: hub ocr --install {code}', {
        language: languageName(tagOf(language)),
        code: language,
      });
  }
  return null;
}

function whyTaken(places: Places, use: 'picker' | 'text', keys: string): string | null {
  const { own, commands } = chosenShortcuts(places);
  const reserved = [...reservedKeys(own, use), ...keysOfCommands(commands)];
  return reserved.find((one) => keys !== '' && one.keys === keys)?.why ?? null;
}
