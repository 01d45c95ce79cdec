/** What is said of a value of a document that is not valid, where a whole sentence says it better than what is expected there. Pure. */
import { type AddressFault, addressFaults } from '../../contract/documents/assistant-address.ts';
import { addressFaultInWords } from '../chat/address-fault-words.ts';
import { refusedKeysInWords } from '../commands/refused-in-words.ts';
import { say, told } from '../language/say.ts';

/** What belongs in the place of a secret. */
export const noSecret = told('a preference, and no secret such as a key or a password');

export const assistantsWithDifferentNames = told('assistants with different names');

const sentences: Readonly<Record<string, () => string>> = {
  [noSecret]: () => say('This looks like a key or password; settings must not contain secrets.'),
  ...Object.fromEntries(
    Object.entries(addressFaults).map(([fault, expected]) => [expected, () => addressFaultInWords(fault as AddressFault)]),
  ),
  [assistantsWithDifferentNames]: () => say('Two assistants have the same name; each needs its own.'),
  'a shortcut such as Ctrl+Shift+V': () => say('Not a valid shortcut; use one such as Ctrl+Alt+T.'),
  'a shortcut such as Ctrl+Shift+S that the window does not use itself': () => say('Not a valid shortcut; use one such as Ctrl+Shift+S.'),
};

/** Null where what is expected says enough. @param expected of the fault, as the parser has it */
export function faultSentence(expected: string): string | null {
  return refusedKeysInWords(expected) ?? (Object.hasOwn(sentences, expected) ? (sentences[expected]?.() ?? null) : null);
}
