/** ICU messages, under Node: the parser is loaded with the first text that needs it, because most commands and most processes say none. */
import { createRequire } from 'node:module';
import type { IntlMessageFormat } from 'intl-messageformat';

let loaded: typeof IntlMessageFormat | undefined;

/** @throws SyntaxError if the text is not a message; `tools/texts/` proves that each one is. */
export function newMessage(text: string, language: string): IntlMessageFormat {
  loaded ??= (createRequire(import.meta.url)('intl-messageformat') as typeof import('intl-messageformat')).IntlMessageFormat;
  return new loaded(text, language, undefined, { ignoreTag: true });
}
