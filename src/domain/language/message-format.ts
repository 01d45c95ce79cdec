/** ICU messages, where modules are bundled: in the window's page (`imports` in package.json). */
import { IntlMessageFormat } from 'intl-messageformat';

/** @throws SyntaxError if the text is not a message; `tools/texts/` proves that each one is. */
export function newMessage(text: string, language: string): IntlMessageFormat {
  return new IntlMessageFormat(text, language, undefined, { ignoreTag: true });
}
