/** What is said of a value of a document that is not valid, where a whole sentence says it better than what is expected there. Pure. */
import { refusedKeysInWords } from '../commands/refused-in-words.ts';
import { say, told } from '../language/say.ts';

/** What belongs in the place of a secret. */
export const noSecret = told('a preference, and no secret such as a key or a password');

const sentences: Readonly<Record<string, () => string>> = {
  [noSecret]: () => say('This looks like a key or password; settings must not contain secrets.'),
  'an https address, or an http one on this machine, with the place of the prompt at most once after the host': () =>
    say("The address must be an https address (or http on this machine), with '{prompt}' at most once, after the host."),
  'a shortcut such as Ctrl+Shift+V': () => say('Not a valid shortcut; use one such as Ctrl+Alt+T.'),
  'a shortcut such as Ctrl+Shift+S that the window does not use itself': () => say('Not a valid shortcut; use one such as Ctrl+Shift+S.'),
};

/** Null where what is expected says enough. @param expected of the fault, as the parser has it */
export function faultSentence(expected: string): string | null {
  return refusedKeysInWords(expected) ?? (Object.hasOwn(sentences, expected) ? (sentences[expected]?.() ?? null) : null);
}
